package bub.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerNotificationsTest {
  private static final String NEWS = "{\"jsonrpc\":\"2.0\",\"method\":\"news\",\"params\":[1 ]}";

  private final Desk desk = Desk.open();
  private final List<String> heard = new ArrayList<>();

  @Test
  void everyListenerHearsInOrder() {
    desk.peer
        .listen("news", params -> heard.add("first " + params))
        .listen("news", params -> heard.add("second " + params))
        .listen("other", params -> heard.add("other " + params));

    assertThat(desk.answerTo(NEWS)).isNull();
    assertThat(heard).containsExactly("first [1 ]", "second [1 ]");
  }

  /** Whatever order the executor likes: this one runs the last task first. */
  @Test
  void everyListenerHearsInOrderOnAnyExecutor() {
    var tasks = new ArrayDeque<Runnable>();
    var pair = InMemoryLink.pair();
    new Peer(pair.left(), Codec.standard(), tasks::push, System::nanoTime, 1)
        .listen("news", _ -> heard.add("first"))
        .listen("news", _ -> heard.add("second"))
        .start();

    new Wire(pair.right()).says(NEWS);
    assertThat(heard).isEmpty();
    tasks.forEach(Runnable::run);

    assertThat(heard).containsExactly("first", "second");
  }

  @Test
  void aListenerThatFailsIsLoggedAndKeepsNobodyFromHearing() {
    desk.peer
        .listen(
            "news",
            _ -> {
              throw new IllegalStateException("password is hunter2");
            })
        .listen("news", _ -> heard.add("second"));

    try (var log = FaultLog.watch()) {
      assertThat(desk.answerTo(NEWS)).isNull();
      assertThat(log.messages()).containsExactly("The handler of news failed");
    }
    assertThat(heard).containsExactly("second");
  }

  @Test
  void aNotificationThatNobodyKnowsIsNotAnswered() {
    assertThat(desk.answerTo(NEWS)).isNull();
  }

  @Test
  void aNotificationOfAMethodIsNotACall() {
    desk.peer.serve(
        "news",
        _ -> {
          throw new AssertionError("called");
        });

    assertThat(desk.answerTo(NEWS)).isNull();
  }

  @Test
  void theGuardIsNotAskedForNotifications() {
    desk.peer.listen("news", _ -> heard.add("news")).guardedBy(_ -> RpcError.of(1, "no"));

    assertThat(desk.answerTo(NEWS)).isNull();
    assertThat(heard).containsExactly("news");
  }

  @Test
  void aRequestIsNotHeardByListeners() {
    desk.peer.listen("news", _ -> heard.add("news"));

    assertThat(desk.answerTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"news\"}"))
        .contains("-32601");
    assertThat(heard).isEmpty();
  }
}
