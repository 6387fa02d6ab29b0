package bub.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.console.Console;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of bub's own parts, also those that an older bub made. */
class LocalTokensTest {
  private static final Address BRIDGE = new Address("telegram-bridge");

  @TempDir private Path directory = Path.of("");
  private final TokenSecret secret = TokenSecret.random(new SecureRandom());
  private TokenAdministration tokens;
  private LocalTokens principals;
  private Path state;

  @BeforeEach
  void begin() throws IOException {
    BubDirectories directories = BubDirectories.resolve(directory.resolve("run"), null, _ -> null);
    directories.create();
    state = directories.state();
    tokens = new TokenAdministration(directories);
    principals = new LocalTokens(directories);
  }

  /** Writes a list as version 0.2.0 did. */
  private void keepOld(String list, String owner, String chats, boolean operator)
      throws IOException {
    Files.writeString(
        state.resolve(list),
        """
        {"version":1,"tokens":[{"id":"%s","clientId":"%s","subscribe":["%s"],"sendAs":["%s"],"types":[],\
        "intercept":false,"operator":%s,"hash":"%s","createdAt":"2026-02-17T12:00:00Z"}]}\
        """
            .formatted(secret.id(), owner, chats, chats, operator, secret.hash()));
    Path file =
        Files.createDirectories(state.resolve("agent-tokens"))
            .resolve(owner.replace(':', '_') + ".token");
    Files.writeString(file, secret.text());
  }

  private StoredToken ownGrant() throws IOException {
    assertThat(tokens.files().ownGrants()).hasSize(1);
    return tokens.files().ownGrants().getFirst();
  }

  private static List<String> texts(List<Pattern> patterns) {
    return patterns.stream().map(Pattern::text).toList();
  }

  @Test
  void aTokenOfVersion020KeepsItsSecretAndGetsTheRightsOfToday() throws IOException {
    keepOld("own-tokens.json", BRIDGE.value(), "tg:*", false);

    assertThat(principals.ofTelegram(BRIDGE).read()).isEqualTo(secret.text());

    StoredToken grant = ownGrant();
    assertThat(grant.isOf(secret)).isTrue();
    assertThat(grant.principal().chat()).isTrue();
    assertThat(texts(grant.principal().sendAs())).contains("tg:*", "inbound:telegram:*");
    assertThat(texts(grant.principal().subscribe())).contains("tg:*", "outbound:telegram:*");
    assertThat(tokens.isLocked()).isFalse();
  }

  @Test
  void aTokenThatVersion020KeptAmongThoseOfPeopleMoves() throws IOException {
    keepOld("tokens.json", BRIDGE.value(), "tg:*", false);

    assertThat(principals.ofTelegram(BRIDGE).read()).isEqualTo(secret.text());

    assertThat(ownGrant().isOf(secret)).isTrue();
    assertThat(ownGrant().reserved()).isTrue();
    assertThat(tokens.files().tokens().read()).isEmpty();
    assertThat(tokens.isLocked()).isTrue();
  }

  @Test
  void theConsoleMayWriteInTheChatsThatAreNamedAndNoLongerWhenTheyAreNot() throws IOException {
    keepOld("own-tokens.json", "agent:console", "web:*", true);
    List<Pattern> telegram = List.of(Pattern.of("tg:*"));

    assertThat(principals.ofConsole(Console.ADDRESS, telegram).read()).isEqualTo(secret.text());
    assertThat(ownGrant().principal().maySendAs(new Address("tg:7"))).isTrue();

    assertThat(principals.ofConsole(Console.ADDRESS, List.of()).read()).isEqualTo(secret.text());
    assertThat(ownGrant().principal().maySendAs(new Address("tg:7"))).isFalse();
    assertThat(ownGrant().principal().maySendAs(new Address("web:1"))).isTrue();
  }
}
