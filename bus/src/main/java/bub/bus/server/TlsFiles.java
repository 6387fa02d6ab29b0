package bub.bus.server;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files that make the bus speak {@code wss://}. They are read again when they change.
 *
 * @param certificate the bus's own certificate first, then those that lead to its CA
 * @param key of that certificate, PKCS#8, without a passphrase
 * @param clientCa who must have signed the certificate of every client; null asks for none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {}
