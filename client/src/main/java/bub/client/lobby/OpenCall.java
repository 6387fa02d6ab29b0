package bub.client.lobby;

import bub.client.NoAnswer;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Call that an implementation answers now. Safe for any thread. */
public final class OpenCall {
  private static final Logger LOG = LoggerFactory.getLogger(OpenCall.class);

  private final LobbyRequests line;
  private final Envelope request;

  OpenCall(LobbyRequests line, Envelope request) {
    this.line = line;
    this.request = request;
  }

  public Address caller() {
    return request.from();
  }

  public MessageId requestId() {
    return request.messageId();
  }

  /** Sends an object to the caller and restarts the timeout of the call. A loss is only logged. */
  public void progress(JsonValue news) throws InterruptedException {
    RawJson response = Contract.checkOutput(news.toRaw());
    JsonValue content =
        out ->
            out.beginObject()
                .field("request_id", requestId())
                .field("caller_id", caller())
                .name("response")
                .extended(response, more -> more.field("status", ServiceResponse.IN_PROGRESS))
                .endObject();
    try {
      line.ask(LobbyTypes.PROGRESS, content, answer -> answer);
    } catch (CallRefused | NoAnswer lost) {
      LOG.warn("The lobby did not forward progress of {}: {}", requestId(), lost.getMessage());
    }
  }
}
