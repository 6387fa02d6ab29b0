package bub.bus.server;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * PEM files for {@code wss://}. They are read again when they change.
 *
 * @param certificate certificate of the bus, followed by those that lead to its CA
 * @param key key of that certificate, PKCS#8, without a passphrase
 * @param clientCa CA that must have signed the certificate of every client; null to require none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientCa) {}
