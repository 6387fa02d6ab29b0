package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.console.login.ConsoleRole;
import bub.protocol.Pattern;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console on a locked bus. */
class LoginTest {
  @TempDir Path directory;
  private final AtomicBoolean locked = new AtomicBoolean(true);
  private Scene scene;

  @BeforeEach
  void open() throws Exception {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    var bus = new TestBus(directory);
    var principal =
        new Principal(
            secret.id(),
            Pattern.exactly(Console.ADDRESS),
            List.of(Pattern.of("web:*")),
            List.of(Pattern.of("web:*")),
            Set.of(),
            false,
            true,
            null);
    bus.lock(List.of(new StoredToken(principal, secret.hash(), Instant.now())));
    scene =
        new Scene(
            directory,
            settings -> settings.withLoginNeeded(locked::get),
            bus,
            name -> bus.client(name, secret.text()));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static String code(URI link) {
    assertThat(link.getPath()).isEqualTo("/login");
    return link.getFragment();
  }

  private Web loggedIn(ConsoleRole role) throws Exception {
    Web.Reply reply = login(code(ConsoleLogin.in(scene.state).link(role)));
    assertThat(reply.status()).isEqualTo(200);
    String cookie = reply.header("Set-Cookie");
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Domain");
    return scene.web.with("Cookie", String.valueOf(cookie).replaceFirst(";.*", ""));
  }

  private Web.Reply login(String code) throws Exception {
    return scene.web.post("/api/login", "{\"code\":\"" + code + "\"}");
  }

  @Test
  void tellsStrangersOnlyThatTheyMustLogIn() throws Exception {
    assertThat(scene.web.get("/api/me").body())
        .contains("\"loginNeeded\":true")
        .doesNotContain("role");
    for (String path : List.of("/api/status", "/api/stream", "/api/messages", "/api/chats")) {
      Web.Reply reply = scene.web.get(path);
      assertThat(reply.status()).as(path).isEqualTo(401);
      assertThat(reply.errorCode()).isEqualTo("login_needed");
    }
    assertThat(scene.web.post("/api/send", "{}").status()).isEqualTo(401);
    assertThat(scene.web.with("Cookie", "bub_console_1=x").get("/api/status").status())
        .isEqualTo(401);
  }

  @Test
  void aLinkIsGoodOnce() throws Exception {
    String code = code(scene.console.loginLink(ConsoleRole.OPERATOR));
    assertThat(login(code).status()).isEqualTo(200);
    assertThat(login(code).errorCode()).isEqualTo("login_needed");
    assertThat(login("../../guess").errorCode()).isEqualTo("login_needed");
  }

  @Test
  void slowsDownWhoGuessesButLetsARightLinkIn() throws Exception {
    Web.Reply reply = login("guess");
    for (int i = 0; i < 20 && reply.status() == 401; i++) {
      reply = login("guess-" + i);
    }
    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.errorCode()).isEqualTo("rate_limited");
    assertThat(Integer.parseInt(String.valueOf(reply.header("Retry-After")))).isBetween(1, 60);
    assertThat(login(code(scene.console.loginLink(ConsoleRole.OPERATOR))).status()).isEqualTo(200);
  }

  @Test
  void anOperatorDoesEverything() throws Exception {
    Web operator = loggedIn(ConsoleRole.OPERATOR);
    assertThat(operator.get("/api/me").fields().string("role")).isEqualTo("operator");
    assertThat(operator.get("/api/me").fields().string("program")).isEqualTo("bub");
    await()
        .until(() -> operator.post("/api/send", "{\"to\":\"a:b\",\"payload\":{}}").status() == 200);
  }

  @Test
  void aViewerLooksAndChangesNothing() throws Exception {
    Web viewer = loggedIn(ConsoleRole.VIEWER);
    assertThat(viewer.get("/api/status").status()).isEqualTo(200);
    for (String path :
        List.of("/api/send", "/api/sessions/stop", "/api/lobby/call", "/api/chats/1/say")) {
      assertThat(viewer.post(path, "{}").errorCode()).as(path).isEqualTo("read_only");
    }
  }

  @Test
  void whoLogsOutSeesNothingMoreOnAnOpenStreamEither() throws Exception {
    Web operator = loggedIn(ConsoleRole.OPERATOR);
    try (LiveStream stream = operator.stream(null)) {
      stream.await("hello");
      assertThat(operator.post("/api/logout", "{}").body()).contains("\"loggedIn\":false");
      stream.awaitEnd();
    }
    assertThat(operator.get("/api/status").status()).isEqualTo(401);
  }

  @Test
  void aBusThatIsLockedLaterLocksTheConsoleToo() throws Exception {
    locked.set(false);
    assertThat(scene.web.get("/api/status").status()).isEqualTo(200);
    locked.set(true);
    assertThat(scene.web.get("/api/status").status()).isEqualTo(401);
  }
}
