"""Web Push encryption (RFC 8291) and the server's identification to push services (VAPID, RFC 8292).

Needs the extra `push`."""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from palatine.server.errors import Malformed, NotNow

if TYPE_CHECKING:
    from palatine.server.messages.push import PushKeys

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
LAST_RECORD = b"\x02"
PROOF_SECONDS = 12 * 3600
"""The lifetime of an authorization. Push services accept at most a day."""


def in_base64(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding."""
    text = text.rstrip("=")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def check_keys(keys: PushKeys) -> None:
    """Refuse keys that no message can be encrypted with."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(keys.p256dh))
    except ValueError as problem:
        raise Malformed("push.wrong_keys") from problem


def encrypted(message: bytes, keys: PushKeys) -> bytes:
    """Return a message encrypted for one browser, with a fresh key and salt (`aes128gcm`)."""
    theirs, secret = from_base64(keys.p256dh), from_base64(keys.auth)
    once = ec.generate_private_key(CURVE)
    ours, salt = _point(once.public_key()), os.urandom(16)
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    material = _derived(secret, shared, b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


class ServerKey:
    """The key that identifies this server to push services, and the contact they can write to."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._key = key
        self._contact = contact
        self.public = in_base64(_point(key.public_key()))

    def authorization(self, origin: str) -> str:
        """Return the authorization header for a push service."""
        claims = {"aud": origin, "exp": int(time.time()) + PROOF_SECONDS, "sub": self._contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        token = ".".join(in_base64(msgspec.json.encode(part)) for part in parts)
        first, second = decode_dss_signature(self._key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
        signature = in_base64(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
        return f"vapid t={token}.{signature}, k={self.public}"


def read_key(file: Path, contact: str) -> ServerKey:
    """Read the key from a file."""
    try:
        key = serialization.load_pem_private_key(file.read_bytes(), password=None)
    except OSError as problem:
        raise Malformed("push.no_key_file", file=str(file), reason=problem.strerror) from problem
    except (ValueError, TypeError, UnsupportedAlgorithm) as problem:
        raise Malformed("push.wrong_key_file", file=str(file)) from problem
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != CURVE.name:
        raise Malformed("push.wrong_key_file", file=str(file))
    return ServerKey(key, contact)


def write_new_key(file: Path) -> None:
    """Write a new key to a file that only its owner can read. An existing file is never overwritten."""
    text = ec.generate_private_key(CURVE).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as problem:
        raise NotNow("push.key_file_exists", file=str(file)) from problem
    with os.fdopen(descriptor, "wb") as out:
        out.write(text)
