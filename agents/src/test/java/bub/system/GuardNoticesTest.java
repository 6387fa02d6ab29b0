package bub.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientSettings;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.NoticeEvent;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People learn from the system agent that the bus refuses the messages of their turn. */
class GuardNoticesTest {
  private static final Address PERSON = new Address("term:1");
  private static final Address LOOPER = new Address("agent:a");
  private static final MessageId ROOT = new MessageId("m-1");

  @TempDir private Path directory;
  private Stage stage;
  private BusClient client;
  private GuardNotices passing;
  private int published;

  @BeforeEach
  void setUp() throws Exception {
    stage = Stage.in(directory);
    client = BusClient.of(ClientSettings.of(stage.bus().url(), SystemAgent.ADDRESS)).connect();
    passing = new GuardNotices(client, ClientEnvironment.system());
  }

  @AfterEach
  void tearDown() throws Exception {
    client.close();
    stage.close();
  }

  private static TraceNotice notice(String type, @Nullable Address person, Address sender) {
    TraceId trace = TraceId.startedBy(PERSON, ROOT);
    String detail = "agent:a and agent:b sent each other 200 messages";
    return new TraceNotice(type, trace, ROOT, person, sender, detail);
  }

  private Ack publish(TraceNotice notice) {
    return publish(TraceOrder.ADDRESS, "n" + ++published, notice);
  }

  private Ack publish(Address from, String id, TraceNotice notice) {
    return passing.take(new Envelope(from, TraceNotice.ADDRESS, new MessageId(id), notice.toRaw()));
  }

  private static List<NoticeEvent> notices(TestChat chat) {
    return chat.heard().stream()
        .map(message -> message instanceof AgentEvent event ? NoticeEvent.read(event) : null)
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void tellsThePersonWithoutASessionWhyAndWhatToDo() throws Exception {
    TestChat chat = stage.chat("1");
    assertThat(publish(notice(TraceNotice.GUARDED, PERSON, LOOPER)).success()).isTrue();
    await().until(() -> !notices(chat).isEmpty());
    assertThat(notices(chat))
        .containsExactly(
            new NoticeEvent(
                "I stopped this turn: agent:a and agent:b sent each other 200 messages."
                    + " Reply /continue to allow more, or /stop to end it.",
                ROOT));
  }

  @Test
  void tellsARepeatedNoticeOnce() throws Exception {
    TestChat chat = stage.chat("1");
    publish(TraceOrder.ADDRESS, "same", notice(TraceNotice.GUARDED, PERSON, LOOPER));
    publish(TraceOrder.ADDRESS, "same", notice(TraceNotice.GUARDED, PERSON, LOOPER));
    publish(notice(TraceNotice.STOPPED, PERSON, new Address("cli:ops")));
    await().until(() -> notices(chat).size() == 2);
    assertThat(notices(chat).getLast().text()).isEqualTo("cli:ops stopped this turn.");
  }

  @Test
  void saysNothingToAPersonWhoStoppedTheTurnAndToNobody() throws Exception {
    TestChat chat = stage.chat("1");
    publish(notice(TraceNotice.STOPPED, PERSON, PERSON));
    publish(notice(TraceNotice.GUARDED, null, LOOPER));
    publish(notice(TraceNotice.GUARDED, PERSON, LOOPER));
    await().until(() -> !notices(chat).isEmpty());
    assertThat(notices(chat)).hasSize(1);
  }

  @Test
  void believesOnlyTheBus() {
    Ack ack = publish(LOOPER, "forged", notice(TraceNotice.GUARDED, PERSON, LOOPER));
    assertThat(ack.message()).isEqualTo("only system:trace may send this message");
    assertThat(ack.success()).isFalse();
  }
}
