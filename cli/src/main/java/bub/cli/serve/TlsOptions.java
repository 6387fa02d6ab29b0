package bub.cli.serve;

import bub.bus.server.TlsFiles;
import bub.cli.option.InSection;
import bub.cli.option.InputFile;
import bub.cli.option.Section;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the TLS certificate of a bus and for the certificates of its clients. */
@InSection(Section.SECURITY)
public final class TlsOptions {
  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Serve wss:// with this certificate chain (PEM).")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Private key of the certificate (PEM, PKCS#8). The bus reloads changed files.")
  private @Nullable Path key;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      converter = InputFile.class,
      description =
          "Require client certificates signed by this CA (PEM). The common name (CN) is the client"
              + " id.")
  private @Nullable Path clientCa;

  /** Returns null when the bus speaks plain ws://. */
  public @Nullable Path certificate() {
    return certificate;
  }

  public boolean asksClients() {
    return clientCa != null;
  }

  /** Returns null when the bus speaks plain ws://. */
  @Nullable TlsFiles tls() throws CommandFailure {
    if (certificate != null && key != null) {
      return new TlsFiles(certificate, key, clientCa);
    }
    if (certificate == null && key == null && clientCa == null) {
      return null;
    }
    throw new CommandFailure(
        ExitCodes.CONFIG,
        "TLS needs both a certificate and its key.",
        "Pass both:  --tls-cert cert.pem --tls-key key.pem");
  }
}
