"""What a running cluster says: its objects as plain documents, read with the credentials of a kubeconfig."""

from .api import Api, ApiError, api_from_file, api_from_text

__all__ = ["Api", "ApiError", "api_from_file", "api_from_text"]
