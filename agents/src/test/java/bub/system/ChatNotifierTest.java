package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.agent.LeapingTime;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.client.TimeSource;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.AppMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notices to chats that may have closed. */
class ChatNotifierTest {
  private static final Address CHAT = new Address("term:gone");

  private TestBus bus;
  private BusClient system;

  @BeforeEach
  void begin() throws Exception {
    bus = TestBus.start();
    system = client(SystemAgent.ADDRESS);
    system.connect();
  }

  @AfterEach
  void end() {
    system.close();
    bus.close();
  }

  private BusClient client(Address name) {
    return BusClient.of(ClientSettings.of(bus.url(), name));
  }

  private ChatNotifier herald(TimeSource time) {
    ClientEnvironment usual = ClientEnvironment.system();
    return new ChatNotifier(
        system, () -> CHAT, new ClientEnvironment(time, () -> 1.0, usual.messageIds()));
  }

  private static List<Duration> seconds(long... seconds) {
    return LongStream.of(seconds).mapToObj(Duration::ofSeconds).toList();
  }

  @Test
  void aClosedChatIsTriedSixTimesInAMinute() {
    var time = new LeapingTime();
    herald(time).tell(new AgentMessage("your agent was stopped"));
    await().untilAsserted(() -> assertThat(time.sleeps()).isEqualTo(seconds(1, 2, 4, 8, 16, 32)));
  }

  @Test
  void aChatThatStaysClosedIsTriedOnceForEachFurtherNotice() {
    var time = new LeapingTime();
    ChatNotifier herald = herald(time);
    herald.tell(new AgentMessage("one"));
    await().until(() -> time.sleeps().size() == 6);
    herald.tell(new AgentMessage("two"));
    await()
        .untilAsserted(() -> assertThat(time.sleeps()).isEqualTo(seconds(1, 2, 4, 8, 16, 32, 60)));
  }

  @Test
  void aChatThatIsBackGetsWhatWaitsWithTheNextNotice() throws Exception {
    var resting = new CountDownLatch(1);
    ChatNotifier herald = herald(sleepless(resting));
    herald.tell(new AgentMessage("one"));
    resting.await();
    var heard = new CopyOnWriteArrayList<AppMessage>();
    try (BusClient chat = client(CHAT)) {
      chat.serve(
          envelope -> {
            heard.add(AppMessage.read(envelope.payload()));
            return Ack.ok("noted");
          });
      chat.connect();
      herald.tell(new AgentMessage("two"));
      await()
          .untilAsserted(
              () ->
                  assertThat(heard)
                      .containsExactly(new AgentMessage("one"), new AgentMessage("two")));
    }
  }

  /** A clock on which no pause ends by itself. */
  private static TimeSource sleepless(CountDownLatch resting) {
    return new TimeSource() {
      @Override
      public Instant now() {
        return Instant.EPOCH;
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        resting.countDown();
        new CountDownLatch(1).await();
      }
    };
  }
}
