"""Pure functions from model objects and facts to Kubernetes manifests and IAM documents."""
