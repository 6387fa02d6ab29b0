package bub.cli.serve;

import bub.bus.server.Tls;
import bub.cli.option.InSection;
import bub.cli.option.InputFile;
import bub.cli.option.Section;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a bus proves who it is, and who its clients are. */
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

  /** What somebody trusts who connects to this bus; null when it speaks plain ws://. */
  public @Nullable Path certificate() {
    return certificate;
  }

  /** Whether clients must show certificates of their own. */
  public boolean asksClients() {
    return clientCa != null;
  }

  /** Null when the bus speaks plain ws://. */
  @Nullable Tls tls() throws Refusal {
    if (certificate != null && key != null) {
      return new Tls(certificate, key, clientCa);
    }
    if (certificate == null && key == null && clientCa == null) {
      return null;
    }
    throw new Refusal(
        ExitCodes.CONFIG,
        "TLS needs a certificate and its key",
        "name both:  --tls-cert cert.pem --tls-key key.pem");
  }
}
