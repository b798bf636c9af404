"""The local cloud: the whole program on one machine, without an AWS account or a container engine.

The Pulumi engine, the Kubernetes provider, the API server, its controllers and its scheduler are the real ones, built
from their Go modules (`building/`). AWS is a moto server behind stand-in providers (`aws/`, `providers/`). Nodes are
objects that kwok keeps Ready. Nothing here is imported by `components/`.
"""
