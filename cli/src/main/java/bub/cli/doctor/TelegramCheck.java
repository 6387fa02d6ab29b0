package bub.cli.doctor;

import bub.channel.telegram.api.BotToken;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Check of a Telegram bot's token and server; never shows or sends the token. */
record TelegramCheck(@Nullable Path tokenFile, @Nullable String variable, URI api)
    implements Check {
  private static final String GET_ONE = "Get a token from @BotFather with /newbot or /token";

  @Override
  public String name() {
    return "telegram";
  }

  @Override
  public Finding look() {
    String token;
    try {
      token = tokenFile == null ? variable : Files.readString(tokenFile);
      if (tokenFile != null && othersCanRead(tokenFile)) {
        return Finding.broken(
            "other users can read the token file " + tokenFile,
            "Make it private:  chmod 600 " + tokenFile);
      }
    } catch (IOException unreadable) {
      return Finding.broken("cannot read the token file " + tokenFile, GET_ONE);
    }
    if (token == null || token.isBlank()) {
      return Finding.fine("no bot token is set in this terminal (docs/telegram.md)");
    }
    try {
      BotToken.of(token);
    } catch (IllegalArgumentException malformed) {
      return Finding.broken(String.valueOf(malformed.getMessage()), GET_ONE);
    }
    String problem = Reachability.problemWith(api);
    return problem == null
        ? Finding.fine("a bot token is set, and " + api.getHost() + " accepts connections")
        : Finding.broken(api.getHost() + ": " + problem, "To test the connection:  curl -I " + api);
  }

  private static boolean othersCanRead(Path file) throws IOException {
    Set<PosixFilePermission> granted = Files.getPosixFilePermissions(file);
    return granted.contains(PosixFilePermission.GROUP_READ)
        || granted.contains(PosixFilePermission.OTHERS_READ);
  }
}
