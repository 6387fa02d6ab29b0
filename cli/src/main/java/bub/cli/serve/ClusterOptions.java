package bub.cli.serve;

import bub.cli.option.InSection;
import bub.cli.option.InputFile;
import bub.cli.option.Section;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cluster.nats.NatsCredentials;
import bub.cluster.nats.NatsExposure;
import bub.cluster.nats.NatsSettings;
import bub.cluster.nats.NatsTls;
import bub.cluster.nats.Subjects;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for a bus that is one node of a cluster. */
@InSection(Section.CLUSTER)
public final class ClusterOptions {
  @Option(
      names = "--cluster",
      paramLabel = "URLS",
      converter = Servers.class,
      description =
          "Join the cluster on these NATS servers, such as nats://a:4222,nats://b:4222 (default: a"
              + " single bus).")
  private @Nullable String servers;

  @Option(
      names = "--cluster-name",
      paramLabel = "NAME",
      defaultValue = "bub",
      converter = ClusterName.class,
      description = "Name of the cluster; NATS can serve several (default: ${DEFAULT-VALUE}).")
  private String clusterName = "";

  @Option(
      names = "--node-name",
      paramLabel = "NAME",
      converter = ClusterName.class,
      description = "Name of this node, unique in the cluster (default: the host name).")
  private @Nullable String nodeName;

  @Option(
      names = "--cluster-creds",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Log in to NATS with this credentials file (JWT and key).")
  private @Nullable Path credentials;

  @Option(
      names = "--cluster-token-file",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Log in to NATS with the token in this file.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--cluster-user-file",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Log in to NATS with the NAME:PASSWORD in this file.")
  private @Nullable Path userFile;

  @Option(
      names = "--cluster-tls-ca",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Encrypt, and trust NATS servers whose certificate this CA signed (PEM).")
  private @Nullable Path ca;

  @Option(
      names = "--cluster-tls-cert",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Certificate of this node for NATS (PEM).")
  private @Nullable Path certificate;

  @Option(
      names = "--cluster-tls-key",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Private key of that certificate (PEM, PKCS#8).")
  private @Nullable Path key;

  @Option(
      names = "--cluster-required",
      description = "Fail when NATS is unavailable at the start, instead of waiting for it.")
  private boolean required;

  /** Returns null for a single bus. */
  @Nullable NatsSettings settings() throws CommandFailure {
    if (servers == null) {
      return null;
    }
    NatsSettings settings = NatsSettings.of(servers, clusterName).with(credentials());
    if ((certificate == null) != (key == null)) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "A certificate for NATS needs its key.",
          "Pass both:  --cluster-tls-cert cert.pem --cluster-tls-key key.pem");
    }
    if (ca != null || certificate != null) {
      settings = settings.with(new NatsTls(ca, certificate, key));
    }
    NatsExposure.Unprotected unprotected = NatsExposure.check(settings);
    if (unprotected != null) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          unprotected.text(),
          "Use TLS:          --cluster-tls-ca ca.pem",
          "Use credentials:  --cluster-creds node.creds    --cluster-token-file FILE");
    }
    return settings;
  }

  private NatsCredentials credentials() throws CommandFailure {
    if (Stream.of(credentials, tokenFile, userFile).filter(Objects::nonNull).count() > 1) {
      throw new CommandFailure(
          ExitCodes.USAGE,
          "Pass only one of --cluster-creds, --cluster-token-file and --cluster-user-file.");
    }
    if (credentials != null) {
      return new NatsCredentials.CredsFile(credentials);
    }
    if (tokenFile != null) {
      return new NatsCredentials.TokenFile(tokenFile);
    }
    return userFile == null ? new NatsCredentials.None() : new NatsCredentials.UserFile(userFile);
  }

  String nodeName() throws CommandFailure {
    String name = nodeName == null ? hostName() : nodeName;
    if (!Subjects.isName(name)) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "This host has no name that a node can use.",
          "Name this node:  --node-name n1");
    }
    return name;
  }

  private static String hostName() {
    try {
      String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
      String plain = name.replaceAll("\\..*", "").replaceAll("[^a-z0-9-]", "-");
      return plain.substring(0, Math.min(plain.length(), 32));
    } catch (UnknownHostException unnamed) {
      return "";
    }
  }

  boolean isRequired() {
    return required;
  }

  static final class ClusterName implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      if (!Subjects.isName(text)) {
        throw new TypeConversionException("'" + text + "' is not a name. " + Subjects.nameRule());
      }
      return text;
    }
  }

  static final class Servers implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      try {
        NatsSettings.of(text, "bub");
        return text;
      } catch (IllegalArgumentException invalid) {
        // A text with an @ may contain a secret, so it is not repeated.
        String shown = text.contains("@") ? "" : "'" + text + "' is not usable. ";
        throw new TypeConversionException(shown + invalid.getMessage());
      }
    }
  }
}
