"""A local push service, and browsers that decrypt push messages as the standards prescribe."""

from __future__ import annotations

import contextlib
import datetime
import hmac
import ipaddress
import os
import queue
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

LONGEST_WAIT = 60.0
CREATED = 201
POLL_SECONDS = 0.01


def unpadded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def padded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _step(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    """Return one block of HKDF, as in RFC 8291."""
    key = hmac.digest(salt, material, sha256)
    return hmac.digest(key, info + b"\x01", sha256)[:length]


class Browser:
    """A browser with its own keys, which decrypts the messages for them (RFC 8291)."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self._auth = auth or os.urandom(16)
        self._public = self._private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def subscription(self, endpoint: str) -> dict[str, Any]:
        keys = {"p256dh": unpadded(self._public), "auth": unpadded(self._auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        salt, rest, theirs = body[:16], body[16:21], body[21:86]
        assert rest[4] == len(theirs)
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        material = _step(self._auth, shared, b"WebPush: info\0" + self._public + theirs, 32)
        key = _step(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _step(salt, material, b"Content-Encoding: nonce\0", 12)
        text, end, padding = AESGCM(key).decrypt(nonce, body[86:], None).rpartition(b"\x02")
        assert (end, padding.strip(b"\0")) == (b"\x02", b"")
        return text


@dataclass(frozen=True)
class Received:
    """A request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def proof(self, public_key: str) -> dict[str, Any]:
        """Return the sender's claims, after checking their signature (RFC 8292)."""
        scheme, _, fields = self.headers["authorization"].partition(" ")
        named = dict(part.strip().split("=", 1) for part in fields.split(","))
        assert (scheme, named["k"]) == ("vapid", public_key)
        signed, _, signature = named["t"].rpartition(".")
        header, claims = (msgspec.json.decode(padded(part)) for part in signed.split("."))
        assert header == {"typ": "JWT", "alg": "ES256"}
        numbers = padded(signature)
        assert len(numbers) == 64
        encoded = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(public_key))
        key.verify(encoded, signed.encode(), ec.ECDSA(hashes.SHA256()))
        assert isinstance(claims, dict)
        return claims


class PushService:
    """Stores the requests it gets, and answers with `status`; while `answering` is clear, it does not answer."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.status = CREATED
        self.answering = threading.Event()
        self.answering.set()
        self._received: queue.SimpleQueue[Received] = queue.SimpleQueue()

    def take(self, received: Received) -> int:
        self._received.put(received)
        self.answering.wait(LONGEST_WAIT)
        return self.status

    def next(self) -> Received:
        return self._received.get(timeout=LONGEST_WAIT)

    def all_so_far(self) -> list[Received]:
        found = []
        with contextlib.suppress(queue.Empty):
            while True:
                found.append(self._received.get_nowait())
        return found


@contextlib.contextmanager
def push_service(tls: Path | None = None) -> Iterator[PushService]:
    """Run a push service; `tls`: the file with its key and certificate."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(service.take(Received(self.path, headers, body)))
            with contextlib.suppress(OSError):  # the client may have disconnected
                self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Listener(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            pass  # a client that does not trust its certificate

    with Listener(("127.0.0.1", 0), Handler) as server:
        if tls is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tls)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        service = PushService(f"{'http' if tls is None else 'https'}://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=(POLL_SECONDS,))
        thread.start()
        try:
            yield service
        finally:
            service.answering.set()
            server.shutdown()
            thread.join()


def write_certificate(file: Path) -> None:
    """Write a key and a self-signed certificate for 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push service of a test")])
    now = datetime.datetime.now(datetime.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    )
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(secret + built.sign(key, hashes.SHA256()).public_bytes(pem))
