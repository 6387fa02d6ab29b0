import type { TlsFiles } from "./ws-connector.js";

/** Explains a failed connection to people: the problem and the remedy. */
export function explainConnectError(
  url: string,
  timeoutMs: number,
  error: Error & { code?: string },
  tls: TlsFiles,
): string {
  const { port, protocol } = new URL(url);
  const isSecure = protocol === "wss:";
  const text = error.message;
  if (error.code === "ECONNREFUSED") {
    return `nothing is listening on port ${port}; start the bus with bub bus serve`;
  }
  if (text.includes("handshake has timed out")) {
    const hint = isSecure ? ", and connect to ws://… if it does not use TLS" : "";
    return `no answer within ${timeoutMs} ms; check the host${hint}`;
  }
  if (!isSecure && (error.code === "ECONNRESET" || text.includes("socket hang up"))) {
    return "the server closed the connection during the handshake; if the bus has a certificate, connect to wss://…";
  }
  if (isSecure && text.includes("wrong version number")) {
    return "the server does not speak TLS; connect to ws://…";
  }
  if (/alert.*certificate|certificate.*alert|unknown ca/i.test(text)) {
    return tls.cert === undefined
      ? "the bus requires a client certificate; pass one that it trusts (cert and key)"
      : `the bus does not accept the certificate in ${tls.cert}`;
  }
  if (/self-signed|unable to verify|issuer certificate/i.test(text)) {
    return `this machine does not trust the certificate of the bus (${text}); pass its CA file (ca, or BUB_CA)`;
  }
  return text;
}

export function explainHttpStatus(status: number): string {
  switch (status) {
    case 401:
      return "the bus requires a token (HTTP 401); pass a token file or set BUB_TOKEN_FILE";
    case 403:
      return "the bus refuses this origin (HTTP 403); allow it with --allow-origin on the bus";
    case 421:
      return "the bus refuses this host name (HTTP 421); allow it with --allow-host on the bus";
    case 503:
      return "the bus accepts no more connections (HTTP 503); try again later";
    default:
      return `the server is not a bus: it answered HTTP ${status}; check the port and path`;
  }
}
