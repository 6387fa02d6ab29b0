package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.Answered;
import bub.checks.cluster.HistoryEvent.Attempted;
import bub.checks.cluster.HistoryEvent.Connected;
import bub.checks.cluster.HistoryEvent.Ended;
import bub.checks.cluster.HistoryEvent.MessageKey;
import bub.checks.cluster.HistoryEvent.Outcome;
import bub.client.SendAttempt;
import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.Link;
import bub.protocol.Methods;
import bub.protocol.SendResult;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Link of a client to a node that records what the client asks and is told. */
final class RecordingLink implements Link {
  private sealed interface Question {
    record Introduction() implements Question {}

    record Message(MessageKey key) implements Question {}
  }

  private final Link link;
  private final String clientId;
  private final String node;
  private final long connection;
  private final History history;
  private final Runnable introduced;
  private final Map<String, Question> questions = new ConcurrentHashMap<>();
  private final AtomicBoolean isConnected = new AtomicBoolean();

  /** {@code introduced} runs when the node accepts the client. */
  RecordingLink(
      Link link,
      String clientId,
      String node,
      long connection,
      History history,
      Runnable introduced) {
    this.link = link;
    this.clientId = clientId;
    this.node = node;
    this.connection = connection;
    this.history = history;
    this.introduced = introduced;
  }

  String node() {
    return node;
  }

  boolean isConnected() {
    return isConnected.get();
  }

  @Override
  public void open(Receiver receiver) {
    link.open(
        new Receiver() {
          @Override
          public void onText(byte[] text) {
            received(RawJson.trusted(text).fields());
            receiver.onText(text);
          }

          @Override
          public void onCaughtUp() {
            receiver.onCaughtUp();
          }

          @Override
          public void onClosed(int code, String reason) {
            ended(code);
            receiver.onClosed(code, reason);
          }
        });
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    sent(RawJson.trusted(Arrays.copyOfRange(buffer, offset, offset + length)).fields());
    return link.send(buffer, offset, length);
  }

  private void sent(Fields request) {
    RawJson id = request.find("id");
    String method = request.optionalString("method");
    if (id == null || method == null) {
      return;
    }
    if (method.equals(Methods.INITIALIZE)) {
      questions.put(id.toString(), new Question.Introduction());
    } else if (method.equals(Methods.SEND_MESSAGE)) {
      Fields message = request.object("params").fields();
      var key = new MessageKey(message.string("from"), message.string("messageId"));
      questions.put(id.toString(), new Question.Message(key));
      history.add(at -> new Attempted(at, key, node));
    }
  }

  private void received(Fields answer) {
    RawJson id = answer.find("id");
    Question question = id == null || answer.has("method") ? null : questions.remove(id.toString());
    RawJson result = answer.find("result");
    switch (question) {
      case Question.Introduction _ -> {
        if (result != null) {
          isConnected.set(true);
          introduced.run();
          history.add(at -> new Connected(at, clientId, connection, node));
        }
      }
      case Question.Message(MessageKey key) -> {
        Outcome outcome = outcome(result);
        history.add(at -> new Answered(at, key, outcome));
      }
      case null -> {}
    }
  }

  private static Outcome outcome(@Nullable RawJson result) {
    if (result == null) {
      return Outcome.RETRY;
    }
    return switch (SendAttempt.of(SendResult.read(result))) {
      case SendAttempt.Delivered _ -> Outcome.DELIVERED;
      case SendAttempt.NoRecipient _ -> Outcome.NOBODY;
      case SendAttempt.Retry _, SendAttempt.Offline _ -> Outcome.RETRY;
      case SendAttempt.Refused _ -> Outcome.REFUSED;
    };
  }

  private void ended(int code) {
    if (isConnected.getAndSet(false)) {
      history.add(at -> new Ended(at, clientId, connection, code));
    }
  }

  @Override
  public boolean isCongested() {
    return link.isCongested();
  }

  @Override
  public boolean isBehind() {
    return link.isBehind();
  }

  @Override
  public void worked(int bytes) {
    link.worked(bytes);
  }

  @Override
  public void close(int code, String reason) {
    ended(code);
    link.close(code, reason);
  }
}
