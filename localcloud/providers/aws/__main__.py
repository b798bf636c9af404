"""The process that the engine starts for a provider resource of `aws`."""

from localcloud.providers.aws.servicer import AwsServicer
from localcloud.providers.server import serve

if __name__ == "__main__":
    serve(lambda _engine: AwsServicer())
