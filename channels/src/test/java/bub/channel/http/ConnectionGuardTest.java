package bub.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import bub.channel.http.ConnectionGuard.Stage;
import bub.channel.http.ConnectionGuard.Tracked;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionGuardTest {
  private static final int MOST = 4;

  private final List<String> closed = new ArrayList<>();
  private long now = Long.MAX_VALUE - 5; // a clock that overflows soon, as nanoTime may
  private final ConnectionGuard guard = new ConnectionGuard(HttpLimits.of(MOST), () -> now);

  private Tracked connect(String name, String address) throws Exception {
    pass(Duration.ofMillis(1));
    return guard.open(InetAddress.getByName(address), () -> closed.add(name));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void closesWhoHasWaitedLongestWhenThereAreTooMany() throws Exception {
    connect("first", "10.0.0.1").enter(Stage.WORK);
    for (String name : List.of("second", "third", "fourth", "fifth", "sixth")) {
      connect(name, "10.0.0.1");
    }
    assertThat(closed).containsExactly("second", "third");
    assertThat(guard.size()).isEqualTo(MOST);
  }

  @Test
  void closesAConnectionOfTheAddressThatHasTheMost() throws Exception {
    connect("person", "10.0.0.2");
    for (int i = 0; i < 20; i++) {
      connect("flood-" + i, "10.0.0.1");
    }
    assertThat(closed).hasSize(17).doesNotContain("person");
  }

  @Test
  void countsANetworkOfIpv6AddressesAsOne() throws Exception {
    connect("person", "2001:db8:0:1::1");
    for (int i = 0; i < 20; i++) {
      connect("flood-" + i, "2001:db8:0:2::" + i);
    }
    assertThat(closed).hasSize(17).doesNotContain("person");
  }

  @Test
  void closesTheNewOneWhenAllOthersAreAtWork() throws Exception {
    for (int i = 0; i < MOST; i++) {
      connect("busy-" + i, "10.0.0.1").enter(Stage.WORK);
    }
    connect("late", "10.0.0.2");
    assertThat(closed).containsExactly("late");
  }

  @Test
  void closesWhoeverMissesADeadlineHoweverOftenItSendsAByte() throws Exception {
    HttpLimits limits = HttpLimits.of(MOST);
    connect("headers", "10.0.0.1");
    connect("body", "10.0.0.1").enter(Stage.BODY);
    connect("reader", "10.0.0.1").enter(Stage.WRITE);
    connect("stream", "10.0.0.1").enter(Stage.WORK);

    guard.closeOverdue();
    assertThat(closed).isEmpty();
    pass(limits.firstRequest());
    guard.closeOverdue();
    assertThat(closed).containsExactly("headers");
    pass(limits.body().minus(limits.firstRequest()));
    guard.closeOverdue();
    assertThat(closed).containsExactly("headers", "body");
    pass(Duration.ofHours(1));
    guard.closeOverdue();
    guard.closeOverdue();
    assertThat(closed).containsExactly("headers", "body", "reader");
  }

  @Test
  void forgetsAConnectionThatIsClosed() throws Exception {
    Tracked gone = connect("gone", "10.0.0.1");
    gone.closed();
    pass(Duration.ofHours(1));
    guard.closeOverdue();
    assertThat(closed).isEmpty();
    assertThat(guard.size()).isZero();
  }
}
