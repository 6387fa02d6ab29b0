package bub.gateway.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.TimeSource;
import bub.protocol.Address;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Callers without a token, which need neither the bus nor the console. */
class CallerCheckTest {
  /** Request from this machine or from another one. */
  private record Request(boolean isLocal, @Nullable String token) implements MountedCall {
    @Override
    public String method() {
      return "POST";
    }

    @Override
    public String path() {
      return "/mcp";
    }

    @Override
    public @Nullable String header(String name) {
      return name.equals("Authorization") && token != null ? "Bearer " + token : null;
    }

    @Override
    public @Nullable String query(String name) {
      return null;
    }

    @Override
    public String origin() {
      return "http://127.0.0.1";
    }

    @Override
    public <T> T readBody(int mostBytes, BodyReader<T> reader) throws Exception {
      return reader.read(new byte[0]);
    }

    @Override
    public Map<String, String> readForm(int mostBytes) {
      return Map.of();
    }

    @Override
    public void requireOperator() {}

    @Override
    public void answer(HttpReply reply) {}

    @Override
    public OutputStream stream(HttpReply head) {
      return OutputStream.nullOutputStream();
    }

    @Override
    public void end() {}

    @Override
    public Future<?> later(Runnable work, Duration delay) {
      throw new IllegalStateException("nothing is later here");
    }

    @Override
    public void whenGone(Runnable work) {}

    @Override
    public boolean isAnswered() {
      return false;
    }
  }

  private static final Request LOCAL = new Request(true, null);
  private static final Request REMOTE = new Request(false, null);

  // Never connected.
  @AutoClose
  private final BusClient client =
      BusClient.of(ClientSettings.of(URI.create("ws://127.0.0.1:1"), new Address("agent:gateway")));

  @AutoClose private final PrincipalLinks links = new PrincipalLinks(client, TimeSource.system());

  private boolean isLocked;

  private CallerCheck check(boolean takesAnonymous) {
    return new CallerCheck(links, () -> isLocked, takesAnonymous);
  }

  private static void assertRefused(CallerCheck check, MountedCall call) {
    for (Way way : new Way[] {check::identify, check::identifyOnLockedBus, check::known}) {
      HttpRefusal refused = catchThrowableOfType(HttpRefusal.class, () -> way.identify(call));
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.reason()).isEqualTo("unauthenticated");
    }
  }

  /** Way to find out who calls. */
  private interface Way {
    @Nullable Caller identify(MountedCall call) throws Exception;
  }

  @Test
  void anOpenBusTakesProgramsOnThisMachine() throws Exception {
    CallerCheck check = check(true);
    assertThat(check.identify(LOCAL)).isEqualTo(Caller.LOCAL);
    assertThat(check.identifyOnLockedBus(LOCAL)).isEqualTo(Caller.LOCAL);
    assertThat(check.known(LOCAL)).isEqualTo(Caller.LOCAL);
  }

  @Test
  void anOpenBusRefusesOtherMachines() {
    assertRefused(check(true), REMOTE);
  }

  @Test
  void aTokenThatIsIgnoredOnAnOpenBusDoesNotLetOtherMachinesIn() throws Exception {
    CallerCheck check = check(true);
    assertThat(check.identifyOnLockedBus(new Request(true, "sk-any"))).isEqualTo(Caller.LOCAL);
    HttpRefusal refused =
        catchThrowableOfType(
            HttpRefusal.class, () -> check.identifyOnLockedBus(new Request(false, "sk-any")));
    assertThat(refused.status()).isEqualTo(401);
  }

  @Test
  void aLockedBusRefusesEveryone() {
    isLocked = true;
    assertRefused(check(true), LOCAL);
    assertRefused(check(true), REMOTE);
  }

  @Test
  void aConsoleThatTakesNoAnonymousCallsRefusesEveryone() {
    assertRefused(check(false), LOCAL);
    assertRefused(check(false), REMOTE);
  }

  @Test
  void aLockCountsFromTheNextRequestOn() throws Exception {
    CallerCheck check = check(true);
    assertThat(check.identify(LOCAL)).isEqualTo(Caller.LOCAL);
    isLocked = true;
    assertRefused(check, LOCAL);
  }
}
