"""Builds the real parts of the local cloud from their Go modules, once per machine."""

from .builder import build_missing as build_missing
