package bub.gateway.a2a;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Payload;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ordinary agent of the bus that acts as the scenarios of the A2A TCK ask: by the prefix of the
 * message id.
 */
final class A2aTckAgent implements AutoCloseable {
  static final String ID = "agent:tck";

  private final CountDownLatch closing = new CountDownLatch(1);
  private final BusClient client;

  A2aTckAgent(DoorScene scene) throws Exception {
    client = scene.peer(ID, this::take);
  }

  private Ack take(Envelope envelope) {
    if (AppMessage.read(envelope.payload()) instanceof ChatMessage) {
      Thread.startVirtualThread(() -> answer(envelope));
    }
    return Ack.ok("accepted");
  }

  private void answer(Envelope question) {
    try {
      RawJson content = question.payload().fields().object("content");
      RawJson message = content.fields().object("a2a").fields().object("message");
      String scenario = message.fields().string("messageId");
      if (scenario.startsWith("tck-artifact-file-url")) {
        String url = "\"url\":\"https://example.com/output.txt\"";
        reply(question, "", artifact(url + FILE), "");
      } else if (scenario.startsWith("tck-artifact-file")) {
        reply(question, "", artifact(BYTES + FILE), "");
      } else if (scenario.startsWith("tck-artifact-data")) {
        reply(question, "", artifact("\"data\":{\"key\":\"value\",\"count\":42}"), "");
      } else if (scenario.startsWith("tck-artifact-text")) {
        reply(question, "Generated text content", "", "");
      } else if (scenario.startsWith("tck-message-response")) {
        reply(question, "Direct message response", ",\"task\":false", "");
      } else if (scenario.startsWith("tck-input-required")) {
        reply(question, "More input, please", "", "\"input_required\":true,");
      } else if (scenario.startsWith("tck-reject-task")) {
        reply(question, "rejected", ",\"rejected\":true", "");
      } else if (scenario.startsWith("tck-stream-artifact-file")) {
        reply(question, "", artifact(BYTES + FILE), "");
      } else if (scenario.startsWith("tck-stream-artifact-chunked")) {
        partial(question, "chunk-1 ");
        reply(question, "chunk-1 chunk-2", "", "");
      } else if (scenario.startsWith("tck-stream")) {
        partial(question, "Stream hello");
        reply(question, "Stream hello from TCK", "", "");
      } else if (scenario.startsWith("test-resubscribe-message-id")) {
        closing.await(4, TimeUnit.SECONDS);
        reply(question, "Done", "", "");
      } else {
        reply(question, "Hello from TCK", "", "");
      }
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static final String BYTES = "\"raw\":\"b3V0cHV0\"";
  private static final String FILE = ",\"filename\":\"output.txt\",\"mediaType\":\"text/plain\"";

  private static String artifact(String part) {
    return ",\"artifacts\":[{\"name\":\"result\",\"parts\":[{" + part + "}]}]";
  }

  private void reply(Envelope question, String text, String content, String payload)
      throws Exception {
    RawJson reply =
        RawJson.parse(
            "{\"type\":\"tg_reply\",%s\"reply_to_message_id\":\"%s\",\"content\":{\"text\":%s%s}}"
                .formatted(
                    payload,
                    question.messageId(),
                    new JsonWriter().value(text).toString(),
                    content));
    var id = new MessageId(question.messageId() + "/reply");
    client.send(new Envelope(new Address(ID), question.from(), id, reply));
  }

  private void partial(Envelope question, String text) throws Exception {
    JsonWriter data = new JsonWriter().beginObject().field("text", text).field("seq", 1);
    data.field("message_id", question.messageId().value()).endObject();
    client.send(
        question.from(),
        Payload.of(new AgentEvent(AgentEvent.Kind.PARTIAL, RawJson.trusted(data.toByteArray()))));
  }

  @Override
  public void close() {
    closing.countDown();
  }
}
