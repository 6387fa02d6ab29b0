"""Proof that a listener is the expected bus, demanded before any token is sent."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

CHALLENGE_HEADER = "Bub-Challenge"
PROOF_HEADER = "Bub-Proof"


@dataclass(frozen=True, slots=True, repr=False)
class ProofKey:
    """Key with the name under which the bus knows it."""

    name: str
    secret: str

    @staticmethod
    def of_token(token: str) -> ProofKey | None:
        """The key is the hash of the token, because only the bus stores that hash. None for a foreign token."""
        if not (token.startswith("bub_") and 13 < len(token) < 256 and token[12] == "_"):
            return None
        return ProofKey(token[4:12], hashlib.sha256(token.encode()).hexdigest())

    def new_challenge(self) -> str:
        return f"{self.name} {secrets.token_urlsafe(32)}"

    def is_met(self, challenge: str, answer: str | None, client: tuple[str, int], listener: tuple[str, int]) -> bool:
        """Checks the HMAC of the challenge and of both ends of the connection, in constant time."""
        text = "\n".join(("bub-listener-proof-1", challenge, _words(client), _words(listener)))
        expected = hmac.new(self.secret.encode(), text.encode(), hashlib.sha256).hexdigest()
        return answer is not None and hmac.compare_digest(expected, answer)


def _words(end: tuple[str, int]) -> str:
    import ipaddress  # late, because most agents need no proof

    address = ipaddress.ip_address(end[0].partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return f"{(mapped or address).packed.hex()}:{end[1]}"
