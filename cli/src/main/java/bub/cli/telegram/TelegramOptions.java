package bub.cli.telegram;

import bub.channel.telegram.TelegramLimits;
import bub.channel.telegram.TelegramSettings;
import bub.channel.telegram.UpdateSource;
import bub.channel.telegram.api.BotToken;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.TopicOptions;
import bub.cli.option.InSection;
import bub.cli.option.InputFile;
import bub.cli.option.NetworkUrl.WebUrl;
import bub.cli.option.Section;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the Telegram bot and for the people who may use it. */
@InSection(Section.TELEGRAM)
public final class TelegramOptions {
  private static final String TOKEN_VARIABLE = "BUB_TELEGRAM_TOKEN";

  @Option(
      names = "--telegram-token-file",
      paramLabel = "FILE",
      converter = InputFile.class,
      description =
          "Read the token of your bot from FILE, which only you may read (default: the variable "
              + TOKEN_VARIABLE
              + ").")
  private @Nullable Path tokenFile;

  @Option(
      names = {"--telegram-api-url", "--api-url"},
      paramLabel = "URL",
      converter = WebUrl.class,
      description = "URL of your own Bot API server (default: Telegram's server).")
  private @Nullable URI apiUrl;

  @Option(
      names = {"--telegram-allow", "--allow"},
      split = ",",
      paramLabel = "ID",
      converter = TelegramId.class,
      description = "Telegram ids of people and groups that need no pairing code.")
  private List<Long> allow = List.of();

  @Option(
      names = {"--telegram-webhook-url", "--webhook-url"},
      paramLabel = "URL",
      converter = WebUrl.class,
      description = "Receive updates at this https:// URL instead of polling.")
  private @Nullable URI webhookUrl;

  @Option(
      names = {"--telegram-webhook-listen", "--webhook-listen"},
      defaultValue = "127.0.0.1:7894",
      paramLabel = "HOST:PORT",
      converter = ListenAddress.class,
      description =
          "Listen here for webhook requests, behind a server that provides HTTPS (default:"
              + " ${DEFAULT-VALUE}).")
  private InetSocketAddress webhookListen = new InetSocketAddress(0);

  @Option(
      names = {"--telegram-webhook-secret-file", "--webhook-secret-file"},
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Read the secret of webhook requests from FILE: letters, digits, _ and -.")
  private @Nullable Path webhookSecretFile;

  @Option(
      names = "--telegram-rate",
      defaultValue = "30",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of messages per second to all chats; Telegram allows 30 (default:"
              + " ${DEFAULT-VALUE}).")
  private int rate;

  /** Returns null when there is no bot. */
  public @Nullable TelegramSettings settings(BubDirectories directories, TopicOptions topics)
      throws CommandFailure, IOException {
    BotToken token = token();
    if (token == null) {
      return null;
    }
    TelegramSettings settings =
        TelegramSettings.of(token, directories.state())
            .withAllow(new HashSet<>(allow))
            .withLimits(TelegramLimits.standard().withPerSecond(rate));
    settings = settings.withChats(topics.apply(settings.chats(), true));
    if (apiUrl != null) {
      settings = settings.withApiUrl(apiUrl);
    }
    return webhookUrl == null ? settings : settings.withUpdates(hook(webhookUrl));
  }

  private @Nullable BotToken token() throws CommandFailure, IOException {
    String text =
        tokenFile == null ? System.getenv(TOKEN_VARIABLE) : Files.readString(readable(tokenFile));
    if (text == null || text.isBlank()) {
      return null;
    }
    try {
      return BotToken.of(text);
    } catch (IllegalArgumentException malformed) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          String.valueOf(malformed.getMessage()),
          "Get a token from @BotFather:  /newbot   or   /token");
    }
  }

  /** Anyone who can read the token can act as the bot. */
  private static Path readable(Path file) throws CommandFailure, IOException {
    if (!Files.isReadable(file)) {
      throw new CommandFailure(ExitCodes.CONFIG, "Cannot read the token file " + file + ".");
    }
    Set<PosixFilePermission> others =
        EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
    others.retainAll(Files.getPosixFilePermissions(file));
    if (!others.isEmpty()) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "Other users can read the token file " + file + ".",
          "Make it private:  chmod 600 " + file);
    }
    return file;
  }

  private UpdateSource hook(URI url) throws CommandFailure, IOException {
    if (webhookSecretFile == null) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "A webhook needs a secret, so that only Telegram can send updates.",
          "Create one:  openssl rand -hex 32 > secret && chmod 600 secret",
          "Use it:      --webhook-secret-file secret");
    }
    String secret = Files.readString(readable(webhookSecretFile)).strip();
    try {
      return UpdateSource.Hook.of(webhookListen, url, secret);
    } catch (IllegalArgumentException wrong) {
      throw new CommandFailure(ExitCodes.CONFIG, String.valueOf(wrong.getMessage()));
    }
  }

  /** Accepts a host and a port to listen on, such as {@code 127.0.0.1:7894}. */
  static final class ListenAddress implements ITypeConverter<InetSocketAddress> {
    private static final int HIGHEST_PORT = 65_535;

    @Override
    public InetSocketAddress convert(String text) {
      URI place = parse(text);
      if (place == null
          || place.getHost() == null
          || place.getPort() < 0
          || place.getPort() > HIGHEST_PORT) {
        throw new TypeConversionException(
            "'" + text + "' is not a host and a port such as 127.0.0.1:7894");
      }
      return new InetSocketAddress(place.getHost(), place.getPort());
    }

    private static @Nullable URI parse(String text) {
      try {
        return new URI("http://" + text.strip());
      } catch (URISyntaxException malformed) {
        return null;
      }
    }
  }

  /** Accepts the Telegram id of a person or a group; group ids are negative. */
  static final class TelegramId implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return Long.valueOf(text.strip());
      } catch (NumberFormatException notANumber) {
        throw new TypeConversionException("'" + text + "' is not a Telegram id such as 123456789");
      }
    }
  }
}
