package bub.bus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Methods;
import bub.protocol.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of {@code getStatus}, which a peer reads one after the other. */
class StatusPagingTest {
  private final TestBus bus = new TestBus();
  private final TestPeer reader = bus.peer("cli:reader");

  private Reply ask(String params) throws Exception {
    return reader.asks(Methods.GET_STATUS, RawJson.parse(params));
  }

  private Status page(String params) throws Exception {
    return Status.read(((Reply.Answered) ask(params)).result());
  }

  private Status page(long after, int limit) throws Exception {
    return page("{\"after\":%d,\"limit\":%d}".formatted(after, limit));
  }

  private static List<String> names(Status page) {
    return page.connections().stream().map(each -> each.clientId().value()).toList();
  }

  private List<TestPeer> peers(int count) {
    var peers = new ArrayList<TestPeer>();
    for (int i = 1; i <= count; i++) {
      peers.add(bus.peer("agent:" + i));
    }
    return peers;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1001", "9223372036854775807", "99999999999999999999", "1.5"})
  void refusesALimitThatNoPageCanHave(String limit) throws Exception {
    Reply reply = ask("{\"limit\":" + limit + "}");

    assertThat(((Reply.Rejected) reply).error().code()).isEqualTo(RpcError.INVALID_PARAMS);
    assertThat(((Reply.Rejected) reply).error().message()).contains("limit");
  }

  @Test
  void takesTheSmallestAndTheLargestLimit() throws Exception {
    peers(2);

    assertThat(names(page("{\"limit\":1}"))).containsExactly("cli:reader");
    assertThat(names(page("{\"limit\":1000}"))).hasSize(3);
  }

  @Test
  void hasNoNextPageAfterTheLastPeer() throws Exception {
    peers(2);

    assertThat(page(0, 3).next()).isNull();
    assertThat(page(0, 2).next()).isNotNull();
  }

  @Test
  void isEmptyBeyondTheEnd() throws Exception {
    peers(2);

    for (long after : new long[] {3, 1_000, Long.MAX_VALUE}) {
      assertThat(page(after, 10).connections()).isEmpty();
      assertThat(page(after, 10).next()).isNull();
    }
  }

  @Test
  void beginsAtTheFirstPeerForACursorBeforeIt() throws Exception {
    peers(1);

    assertThat(names(page("{\"after\":-7}"))).containsExactly("cli:reader", "agent:1");
    assertThat(names(page("{\"after\":-9223372036854775808}"))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 50, 51, 52, 1_000})
  void allPagesTogetherListEachPeerOnce(int limit) throws Exception {
    peers(50);
    var listed = new ArrayList<String>();
    Status page = page(0, limit);
    listed.addAll(names(page));
    while (page.next() != null) {
      assertThat(page.connections()).hasSize(limit);
      page = page(page.next(), limit);
      listed.addAll(names(page));
    }

    assertThat(listed).hasSize(51).doesNotHaveDuplicates().startsWith("cli:reader", "agent:1");
  }

  @Test
  void whoStaysIsListedOnceWhileOthersComeAndGo() throws Exception {
    List<TestPeer> peers = peers(9);
    Status page = page(0, 4);
    var listed = new ArrayList<>(names(page));
    assertThat(listed).containsExactly("cli:reader", "agent:1", "agent:2", "agent:3");

    peers.get(0).hangsUp(); // listed already
    peers.get(3).hangsUp(); // the first of the next page
    peers.get(6).hangsUp(); // in the middle of what is to come
    bus.peer("agent:late");
    while (page.next() != null) {
      page = page(page.next(), 4);
      listed.addAll(names(page));
    }

    assertThat(listed)
        .containsExactly(
            "cli:reader",
            "agent:1",
            "agent:2",
            "agent:3",
            "agent:5",
            "agent:6",
            "agent:8",
            "agent:9",
            "agent:late");
  }

  @Test
  void endsWhenAllWhoWereLeftAreGone() throws Exception {
    List<TestPeer> peers = peers(3);
    Status first = page(0, 2);
    peers.forEach(TestPeer::hangsUp);

    Long next = requireNonNull(first.next());
    Status last = page(next, 2);
    assertThat(last.connections()).isEmpty();
    assertThat(last.next()).isNull();
  }

  @Test
  void aPageOfLongDescriptionsEndsEarlyAndTheNextGoesOn() throws Exception {
    for (TestPeer peer : peers(6)) {
      for (int i = 0; i < 500; i++) {
        peer.subscribes("%03d".formatted(i) + "x".repeat(240));
      }
    }
    var listed = new ArrayList<String>();
    int pages = 1;
    Status page = page(0, 1_000);
    listed.addAll(names(page));
    while (page.next() != null) {
      page = page(page.next(), 1_000);
      listed.addAll(names(page));
      pages++;
    }

    assertThat(pages).isGreaterThan(1);
    assertThat(listed).hasSize(7).doesNotHaveDuplicates();
  }
}
