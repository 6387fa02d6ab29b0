package bub.cli.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.option.InputFile;
import bub.cli.option.ValidText.AddressText;
import bub.cli.option.ValidText.LowerCaseText;
import bub.cli.screen.ByteSize;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.client.files.SettingsFile;
import bub.console.ConsoleSettings;
import bub.console.RunningConsole;
import bub.gateway.hook.Hook;
import bub.gateway.hook.HookRules;
import bub.gateway.hook.HookSignature;
import bub.gateway.hook.HookText;
import bub.json.InvalidField;
import bub.protocol.Address;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code bub hooks add}: adds a hook and shows its secret once. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = "Adds a hook and shows its URL and its secret.",
    footer = {
      "",
      "Signatures:",
      "",
      "  token     the service sends the secret: Authorization: Bearer SECRET, or",
      "            X-Gitlab-Token, or X-Hook-Token",
      "  github    X-Hub-Signature-256, an HMAC of the body: GitHub, Gitea and others",
      "  standard  webhook-signature, as Standard Webhooks defines it",
      "  stripe    Stripe-Signature",
      "",
      "Examples:",
      "",
      "  bub hooks add alarm --to tg:123456789 --text 'Alarm: {{body}}'",
      "  bub hooks add github --to agent:reviewer --signature github"
    })
final class HooksAddCommand implements Callable<Integer> {
  private static final int SECRET_BYTES = 24;
  private static final int LARGEST_SECRET_FILE = 64 << 10;

  /** Accepts the name of a hook. */
  static final class HookName extends LowerCaseText {
    HookName() {
      super(Hook.NAME, "a name: use 1 to 32 lower-case letters, digits, '_' and '-'");
    }
  }

  /** Accepts the word for a kind of signature. */
  static final class SignatureWord implements ITypeConverter<HookSignature> {
    @Override
    public HookSignature convert(String text) {
      try {
        return HookSignature.read("signature", text);
      } catch (InvalidField unknown) {
        throw new TypeConversionException(
            "'" + text + "' is not a signature: use " + HookSignature.words());
      }
    }
  }

  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = HookName.class,
      description = "Name of the hook, the last part of its URL.")
  private String name = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Agent, other peer, or chat whose agent gets the messages.")
  private String to = "";

  @Option(
      names = "--signature",
      paramLabel = "KIND",
      defaultValue = "token",
      converter = SignatureWord.class,
      description = "Proof that the service knows the secret (default: token).")
  private HookSignature signature = HookSignature.TOKEN;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Read the secret from FILE (default: a new random secret).")
  private @Nullable Path secretFile;

  @Option(
      names = "--text",
      paramLabel = "TEMPLATE",
      defaultValue = HookText.USUAL,
      description =
          "Text of the message; {{a.b.0}} stands for a member of the body (default: the body).")
  private String text = "";

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      defaultValue = "64KiB",
      converter = ByteSize.Converter.class,
      description = "Largest body, at most 512KiB (default: ${DEFAULT-VALUE}).")
  private ByteSize maxSize = new ByteSize(Hook.USUAL_BYTES);

  @Option(
      names = "--replay-window",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeSpan.Converter.class,
      description =
          "Refuse signatures older than this, and drop repeated bodies in this time (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration replayWindow = Hook.USUAL_WINDOW;

  @Option(names = "--replace", description = "Replace a hook of this name, and its secret.")
  private boolean replace;

  HooksAddCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    where.create();
    Hook hook = hook();
    SettingsFile<HookRules> file = HooksFile.in(where.state());
    boolean isChanged =
        file.update(rules -> !replace && rules.find(name).isPresent() ? rules : rules.with(hook));
    if (!isChanged) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "There is a hook " + name + " already.",
          "To replace it, add --replace. To remove it:  bub hooks remove " + name);
    }
    show(where, hook);
    return ExitCodes.OK;
  }

  private Hook hook() throws IOException, CommandFailure {
    try {
      return new Hook(
          name,
          new Address(to),
          signature,
          secret(),
          text,
          Math.clamp(maxSize.bytes(), 0, Integer.MAX_VALUE),
          replayWindow);
    } catch (InvalidField wrong) {
      throw new CommandFailure(ExitCodes.USAGE, "The hook is not valid. " + wrong.getMessage());
    }
  }

  private String secret() throws IOException {
    if (secretFile != null) {
      try (InputStream in = Files.newInputStream(secretFile)) {
        // More than a secret can have, so that a file that is too large is refused as such.
        byte[] bytes = in.readNBytes(LARGEST_SECRET_FILE);
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString().strip();
      }
    }
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    return signature.secretOf(random);
  }

  private void show(BubDirectories where, Hook hook) throws IOException {
    RunningConsole console = RunningConsole.in(where.state());
    String base =
        console == null
            ? "http://127.0.0.1:" + ConsoleSettings.USUAL_PORT + "/"
            : console.door().toString();
    screen.line("URL     " + base + "hooks/" + hook.name());
    if (secretFile == null) {
      screen.line("Secret  " + hook.secret());
      screen.hint("Store the secret now. It will not be shown again.");
    }
    screen.hint("To try it:  bub hooks test " + hook.name());
  }
}
