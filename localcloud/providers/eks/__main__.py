"""The process that the engine starts for a provider resource of `eks`."""

from localcloud.providers.eks.servicer import serve

if __name__ == "__main__":
    serve()
