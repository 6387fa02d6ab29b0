package bub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.AgentSource;
import bub.channel.ChatSettings;
import bub.channel.telegram.TelegramBridge;
import bub.channel.telegram.TelegramSettings;
import bub.channel.telegram.api.BotToken;
import bub.client.BusClient;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import bub.testkit.NatsServers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes have a bridge of the same bot, and one of them serves it. */
class TelegramFailoverTest {
  private static final FakeBotApiUser ADA = new FakeBotApiUser(7, "Ada", "Lovelace", "ada");
  private static final Address AGENT = new Address("agent:answerer");

  @TempDir private Path directory;
  private final Set<String> answered = ConcurrentHashMap.newKeySet();
  private NatsServers nats;
  private FakeBotApi telegram;
  private TestNode one;
  private TestNode two;
  private TestNode three;

  @BeforeEach
  void start() throws Exception {
    nats = NatsServers.one();
    telegram = FakeBotApi.start();
    one = TestNode.start("n1", nats.urls());
    two = TestNode.start("n2", nats.urls());
    three = TestNode.start("n3", nats.urls());
    one.sees("n2", "n3");
    two.sees("n1", "n3");
    BusClient client = three.client(AGENT.value());
    client.serveEvery(envelope -> answer(client, envelope)).connect();
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    three.close();
    telegram.close();
    nats.close();
  }

  /** Answers each message once, as an agent does. */
  private Ack answer(BusClient client, Envelope envelope) {
    if (AppMessage.read(envelope.payload()) instanceof ChatMessage said
        && answered.add(envelope.messageId().value())) {
      var reply = new ChatReply("re: " + said.text(), null, null, envelope.messageId().value());
      var payload = new Payload(reply, AGENT, Instant.now(), null);
      Executors.newVirtualThreadPerTaskExecutor()
          .execute(
              () ->
                  await()
                      .atMost(Duration.ofSeconds(60))
                      .ignoreExceptions()
                      .until(
                          () ->
                              client.send(envelope.from(), payload).acks().stream()
                                  .anyMatch(Ack::success)));
    }
    return Ack.ok("stored");
  }

  private TelegramBridge bridge(TestNode node, String name) throws Exception {
    TelegramSettings settings =
        TelegramSettings.of(BotToken.of(FakeBotApi.TOKEN), directory.resolve(name))
            .withApiUrl(telegram.url())
            .withAllow(Set.of(ADA.id()))
            .withChats(ChatSettings.standard().withAgents(new AgentSource.Fixed(AGENT)));
    return TelegramBridge.start(settings, id -> node.client(id.value()));
  }

  @Test
  void oneBridgePollsAndAnotherFollowsWhenItsNodeIsLost() throws Exception {
    TelegramBridge first = bridge(one, "one");
    await().atMost(Duration.ofSeconds(20)).until(telegram::isPolled);
    try (TelegramBridge second = bridge(two, "two")) {
      telegram.says(7, ADA, "hello");
      assertThat(telegram.awaitSent(7, 1).getFirst().text()).isEqualTo("re: hello");
      assertThat(second.status().taken()).isZero();

      long lost = System.nanoTime();
      one.kill();
      first.close();
      telegram.says(7, ADA, "are you there?");

      await().atMost(Duration.ofSeconds(20)).until(() -> telegram.sent(7).size() == 2);
      assertThat(Duration.ofNanos(System.nanoTime() - lost)).isLessThan(Duration.ofSeconds(15));
      assertThat(telegram.sent(7))
          .extracting(FakeBotApiSent::text)
          .containsExactly("re: hello", "re: are you there?");
      assertThat(second.status().taken()).isPositive();
    }
  }

  @Test
  void aBridgeThatStopsGivesItsDutyAwayAtOnce() throws Exception {
    TelegramBridge first = bridge(one, "one");
    await().atMost(Duration.ofSeconds(20)).until(telegram::isPolled);
    try (TelegramBridge _ = bridge(two, "two")) {
      first.close();
      telegram.says(7, ADA, "hello");

      await().atMost(Duration.ofSeconds(5)).until(() -> telegram.sent(7).size() == 1);
    }
  }
}
