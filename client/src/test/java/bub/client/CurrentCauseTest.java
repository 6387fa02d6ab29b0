package bub.client;

import static bub.client.Messages.message;
import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.scripted.ManualTime;
import bub.client.scripted.ScriptedBus;
import bub.client.store.Outbox;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Methods;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurrentCauseTest {
  private static final Address B = new Address("agent:b");
  private static final Envelope HANDLED = message("tg:1", "m-handled", "agent:a");
  private static final Causality RESULT = Causality.resultOf(HANDLED);

  @TempDir private Path directory;
  private final ScriptedBus bus = new ScriptedBus();
  private final List<Envelope> sent = new CopyOnWriteArrayList<>();
  private final BusClient client =
      new BusClient(
          ClientSettings.of(URI.create("memory:bus"), new Address("agent:a")),
          bus.inMemory(),
          new ManualTime().environment(0.5));

  @BeforeEach
  void record() {
    bus.onSend(
        (envelope, answer) -> {
          sent.add(envelope);
          answer.result(ScriptedBus.receipt(envelope, Ack.ok("")));
        });
  }

  @AfterEach
  void close() {
    client.close();
  }

  private Causality onlySent() {
    assertThat(sent).hasSize(1);
    return Causality.read(sent.getFirst().payload());
  }

  @Test
  void whatAHandlerSendsNamesTheMessageThatItHandles() throws Exception {
    client.serve(_ -> client.send(B, text("x")).acks().getFirst()).connect();
    bus.deliver(HANDLED);
    assertThat(onlySent()).isEqualTo(RESULT);
    assertThat(RESULT.trace())
        .isEqualTo(
            new TraceParent(
                TraceId.startedBy(HANDLED.from(), HANDLED.messageId()),
                TraceParent.spanOf(HANDLED.from(), HANDLED.messageId())));
  }

  @Test
  void aHandlerPassesOnTheTraceOfItsMessage() throws Exception {
    client.serve(_ -> client.send(B, text("x")).acks().getFirst()).connect();
    bus.deliver(
        new Envelope(B, new Address("agent:a"), message("b", "m2", "a").messageId(), caused()));
    assertThat(onlySent().cause()).hasToString("m2");
    TraceParent trace = Objects.requireNonNull(onlySent().trace());
    TraceParent before = Objects.requireNonNull(RESULT.trace());
    assertThat(trace.trace()).isEqualTo(before.trace());
    assertThat(trace.span()).isNotEqualTo(before.span());
  }

  private static RawJson caused() {
    return RESULT.addTo(text("hello"));
  }

  @Test
  void aNoticeNamesItsCauseToo() throws Exception {
    client
        .serve(
            _ -> {
              client.notify(B, text("typing"));
              return Ack.ok("");
            })
        .connect();
    bus.deliver(HANDLED);
    await().until(() -> bus.heard(Methods.NOTIFY).size() == 1);
    assertThat(bus.heard(Methods.NOTIFY).getFirst())
        .contains("\"cause\":\"m-handled\"", "\"trace\":\"" + RESULT.trace() + "\"");
  }

  @Test
  void aStoredMessageKeepsItsCauseForItsDelivery() throws Exception {
    client.connect();
    try (var outbox = Outbox.open(directory.resolve("outbox.db"))) {
      Envelope mine = message("agent:a", "mine", "agent:b");
      CurrentCause.call(RESULT, () -> outbox.put(mine));
      assertThat(outbox.waiting(9).getFirst().messageId()).isEqualTo(mine.messageId());
      outbox.deliverThrough(client);
      await().until(() -> !sent.isEmpty());
    }
    assertThat(onlySent()).isEqualTo(RESULT);
    assertThat(sent.getFirst().messageId()).hasToString("mine");
  }

  @Test
  void withoutAMessageAPayloadIsSentUnchanged() throws Exception {
    client.connect();
    client.send(B, text("x"));
    client.send(client.compose(B, text("x")));
    assertThat(sent).extracting(Envelope::payload).containsOnly(text("x"));
    assertThat(CurrentCause.get()).isEqualTo(Causality.NONE);
  }

  @Test
  void aCauseThatThePayloadNamesStays() throws Exception {
    client.connect();
    Causality other = Causality.resultOf(message("tg:2", "other", "agent:a"));
    CurrentCause.call(HANDLED, () -> client.send(B, other.addTo(text("x"))));
    assertThat(onlySent()).isEqualTo(other);
  }

  @Test
  void anotherThreadHasTheCauseOnlyIfItIsCaptured() throws Exception {
    var seen = new CopyOnWriteArrayList<Causality>();
    Runnable look = () -> seen.add(CurrentCause.get());
    CurrentCause.call(
        HANDLED,
        () -> {
          Thread.startVirtualThread(look).join();
          Thread.startVirtualThread(CurrentCause.capture(look)).join();
          return true;
        });
    assertThat(seen).containsExactly(Causality.NONE, RESULT);
  }

  @Test
  void aPayloadAtTheLimitIsSentWithoutItsCause() throws Exception {
    client.connect();
    int around = text("").length();
    RawJson largest = text("x".repeat(BusClient.MAX_PAYLOAD - around));
    CurrentCause.call(HANDLED, () -> client.send(B, largest));
    assertThat(sent.getFirst().payload()).isEqualTo(largest);
  }
}
