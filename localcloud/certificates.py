"""Makes the keys of one instance's control plane: an own certificate authority, and what it signs.

Everything is new for each instance, valid on this machine's loopback address only, and gone with the instance.
"""

import datetime
import ipaddress
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from .ports import LOOPBACK
from .private_file import write_private

_VALID_FOR = datetime.timedelta(days=365)
# A clock that is set back a little must not make a fresh certificate invalid.
_VALID_BEFORE_NOW = datetime.timedelta(hours=1)

SERVICE_ADDRESS = "10.100.0.1"
"""Address of the service `kubernetes`: the first of the service range, which is the one EKS uses."""

_SERVER_NAMES = ("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc")


def make_keys(folder: Path) -> None:
    """Writes ca.crt, server.{crt,key}, etcd-client.{crt,key} and service-accounts.key, unless they are there.

    server is shown by etcd and by every Kubernetes server, etcd-client by the API server to etcd; service-accounts.key
    signs the tokens of service accounts.
    """
    if (folder / "ca.crt").exists():
        return
    folder.mkdir(mode=0o700, exist_ok=True)
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority = _sign(authority_key, authority_key, "local cloud", _name("local cloud"), is_authority=True)
    for name, usage in (("server", ExtendedKeyUsageOID.SERVER_AUTH), ("etcd-client", ExtendedKeyUsageOID.CLIENT_AUTH)):
        key = ec.generate_private_key(ec.SECP256R1())
        _write_key(folder / f"{name}.key", key)
        write_private(folder / f"{name}.crt", _pem(_sign(key, authority_key, name, authority.subject, usages=[usage])))
    _write_key(folder / "service-accounts.key", ec.generate_private_key(ec.SECP256R1()))
    # Last, so that a folder with it is complete.
    write_private(folder / "ca.crt", _pem(authority))


def _sign(
    key: ec.EllipticCurvePrivateKey,
    authority_key: ec.EllipticCurvePrivateKey,
    name: str,
    issuer: x509.Name,
    *,
    is_authority: bool = False,
    usages: Sequence[x509.ObjectIdentifier] = (),
) -> x509.Certificate:
    now = datetime.datetime.now(datetime.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _VALID_BEFORE_NOW)
        .not_valid_after(now + _VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        # Python 3.13 refuses chains without both key identifiers.
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
        .add_extension(_key_usage(is_authority), critical=True)
    )
    if usages:
        addresses = [x509.IPAddress(ipaddress.ip_address(address)) for address in (LOOPBACK, SERVICE_ADDRESS)]
        names = [x509.DNSName(server_name) for server_name in _SERVER_NAMES]
        builder = builder.add_extension(x509.SubjectAlternativeName([*names, *addresses]), critical=False)
        builder = builder.add_extension(x509.ExtendedKeyUsage(usages), critical=False)
    return builder.sign(authority_key, hashes.SHA256())


def _key_usage(is_authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=is_authority,
        crl_sign=is_authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    write_private(path, encoded)
