package bub.cli.connect;

import bub.cli.option.InSection;
import bub.cli.option.InputFile;
import bub.cli.option.Section;
import bub.client.transport.WebSocketConnector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the certificates that a command trusts and presents on a wss:// bus. */
@InSection(Section.CONNECTION)
final class TrustOptions {
  @Option(
      names = "--ca",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Trust the certificates in FILE (PEM), and those that they sign, for wss://.")
  private @Nullable Path ca;

  @Option(
      names = "--client-cert",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Present this certificate (PEM) to the bus.")
  private @Nullable Path certificate;

  @Option(
      names = "--client-key",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Private key of --client-cert (PEM, PKCS#8).")
  private @Nullable Path key;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /** Uses absolute paths, because the other command may run in another directory. */
  List<String> arguments() {
    var arguments = new ArrayList<String>();
    add(arguments, "--ca", ca);
    add(arguments, "--client-cert", certificate);
    add(arguments, "--client-key", key);
    return arguments;
  }

  private static void add(List<String> arguments, String name, @Nullable Path file) {
    if (file != null) {
      arguments.addAll(List.of(name, file.toAbsolutePath().toString()));
    }
  }

  WebSocketConnector apply(WebSocketConnector connector) {
    WebSocketConnector trusting = ca == null ? connector : connector.trusting(ca);
    if (certificate != null && key != null) {
      return trusting.presenting(certificate, key);
    }
    if (command != null && (certificate != null || key != null)) {
      throw new ParameterException(
          command.commandLine(),
          "A client certificate needs its key. Pass --client-cert FILE --client-key FILE.");
    }
    return trusting;
  }
}
