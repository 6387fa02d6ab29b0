package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.AgentSource;
import bub.client.BusClient;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Peer;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Telegram users who are served through topics instead of agents. */
class ClassicTopicsTest {
  private static final long CHAT = ADA.id();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @TempDir private Path directory;
  private final List<Envelope> heard = new CopyOnWriteArrayList<>();
  private TelegramScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene =
        new TelegramScene(directory)
            .with(
                settings ->
                    settings.withChats(settings.chats().withAgents(new AgentSource.Topics(true))));
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private BusClient bot(String... topics) throws Exception {
    BusClient bot =
        scene
            .bus
            .client("bot")
            .serveEvery(
                envelope -> {
                  heard.add(envelope);
                  return Ack.ok("heard");
                })
            .connect();
    for (String topic : topics) {
      bot.subscribe(topic);
    }
    return bot;
  }

  private static JsonValue text(String text) {
    return out -> out.beginObject().field("text", text).endObject();
  }

  private static Ack say(BusClient bot, String topic, JsonValue payload) throws Exception {
    return bot.send(new Address(topic), payload).acks().getFirst();
  }

  @Test
  void publishesWhatPeopleSayAndShowsWhatIsSentToThem() throws Exception {
    try (BusClient bot = bot("inbound:*")) {
      scene.telegram.says(CHAT, ADA, "hello");
      await().until(() -> heard.size() == 1);

      Envelope said = heard.getFirst();
      assertThat(said.from().value()).isEqualTo("tg:" + CHAT);
      assertThat(said.to().value()).isEqualTo("inbound:" + CHAT);
      RawJson payload = said.payload();
      assertThat(payload.fields().string("chat_id")).isEqualTo(String.valueOf(CHAT));
      assertThat(payload.fields().string("text")).isEqualTo("hello");
      assertThat(payload.fields().string("from")).isEqualTo(String.valueOf(ADA.id()));
      assertThat(payload.fields().string("channel")).isEqualTo("telegram");

      assertThat(say(bot, "outbound:" + CHAT, text("hi Ada")).success()).isTrue();
      assertThat(scene.awaitTexts(CHAT, 1)).containsExactly("hi Ada");
      assertThat(scene.system.requests()).isEmpty();
      assertThat(scene.agent.heard()).isEmpty();
    }
  }

  @Test
  void knowsChatsByTheNameOfTheirChannelToo() throws Exception {
    try (BusClient bot = bot("inbound:telegram:*")) {
      scene.telegram.says(CHAT, ADA, "hello");
      await().until(() -> heard.size() == 1);
      assertThat(heard.getFirst().to().value()).isEqualTo("inbound:telegram:" + CHAT);

      assertThat(say(bot, "outbound:telegram:" + CHAT, text("hi Ada")).success()).isTrue();
      assertThat(scene.awaitTexts(CHAT, 1)).containsExactly("hi Ada");
      assertThat(bot.send(new Address("outbound:web:" + CHAT), text("no")).acks()).isEmpty();
    }
  }

  @Test
  void keepsWhatWasSaidUntilSomebodyListens() throws Exception {
    scene.telegram.says(CHAT, ADA, "is anybody there?");
    scene.pass(Duration.ofSeconds(1));
    await().until(() -> scene.time.isAwaited(Duration.ofSeconds(3)));
    try (BusClient _ = bot("inbound:*")) {
      scene.pass(Duration.ofSeconds(3));
      await().until(() -> heard.size() == 1);
    }
  }

  @Test
  void takesAMessageThatAClassicClientHaltsAsHandled() throws Exception {
    var asked = new CopyOnWriteArrayList<String>();
    Peer classic =
        Peer.over(scene.bus.classic())
            .serve(
                "sendMessage",
                params -> {
                  asked.add(String.valueOf(params));
                  return out ->
                      out.beginObject()
                          .field("success", true)
                          .field("stopPropagation", true)
                          .endObject();
                })
            .start();
    classic.call(
        "initialize", out -> out.beginObject().field("clientId", "gate").endObject(), TIMEOUT);
    classic.call(
        "subscribe", out -> out.beginObject().field("topic", "inbound:*").endObject(), TIMEOUT);

    scene.telegram.says(CHAT, ADA, "one");
    scene.telegram.says(CHAT, ADA, "two");

    await().until(() -> asked.size() == 2);
    assertThat(asked.getFirst()).contains("\"text\":\"one\"");
    assertThat(scene.texts(CHAT)).isEmpty();
  }

  @Test
  void refusesWhatCannotBeShown() throws Exception {
    try (BusClient bot = bot("inbound:*")) {
      assertThat(say(bot, "outbound:" + CHAT, text("hi")).message()).contains("nobody has written");
      scene.telegram.says(CHAT, ADA, "hello");
      await().until(() -> heard.size() == 1);
      assertThat(say(bot, "outbound:" + CHAT, RawJson.EMPTY_OBJECT).message())
          .contains("payload.text");
    }
    assertThat(scene.texts(CHAT)).isEmpty();
  }

  @Test
  void showsNoRepliesOfAgents() throws Exception {
    Ack ack = scene.agent.reply(new Address("tg:" + CHAT), "r1", null, "I am your agent");
    assertThat(ack.success()).isFalse();
  }
}
