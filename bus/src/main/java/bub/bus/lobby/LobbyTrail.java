package bub.bus.lobby;

import bub.bus.Hub;
import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Envelope;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.ServiceResponse;
import org.jspecify.annotations.Nullable;

/** Record of one message to the lobby in the activity log, from its start to its end. */
record LobbyTrail(Trail trail) implements Lobby.Notes {

  static LobbyTrail begin(Hub hub, Envelope envelope, RequestId rpcId) {
    return new LobbyTrail(hub.activity().sendStarted(envelope, rpcId));
  }

  static RawJson payload(String type, RawJson content) {
    JsonWriter out = JsonWriter.scratch().beginObject();
    out.field("type", type).field("content", content).endObject();
    return RawJson.trusted(out.toByteArray());
  }

  @Override
  public void note(LobbyEvent event, @Nullable String detail) {
    trail.noted(event.name(), event.isRefusal() ? Status.REFUSED : Status.OK, detail);
  }

  void done() {
    trail.sendFinished(Status.OK, null);
  }

  void failed(String problem) {
    trail.sendFinished(Status.ERROR, problem);
  }

  void refused(String problem) {
    trail.sendFinished(Status.REFUSED, problem);
  }

  void ended(ServiceResponse response) {
    if (response.isSuccess()) {
      done();
    } else {
      failed(response.isError() ? String.valueOf(response.error()) : response.status());
    }
  }
}
