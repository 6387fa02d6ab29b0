package bub.bus;

import bub.bus.activity.Activity;
import bub.bus.activity.Trail;
import bub.bus.activity.Trail.Status;
import bub.bus.deliver.Courier;
import bub.bus.policy.OpenPolicy;
import bub.bus.policy.Verdict.Allowed;
import bub.bus.policy.Verdict.Refused;
import bub.bus.route.Routes;
import bub.bus.route.Subscriber;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import java.util.List;

/**
 * Carries one envelope from its sender to everyone who listens, and brings the answers back. This
 * is the whole path of a message. Hub thread only.
 */
public final class Switchboard {

  /** Where the sender's answer goes; exactly one of the two is called, once. */
  public interface Sender {
    void sent(SendResult result);

    void refused(RpcError error);
  }

  private final Activity activity;
  private final OpenPolicy policy;
  private final Routes routes;
  private final Courier courier;
  private long accepted;
  private long refused;
  private int inFlight;

  Switchboard(Activity activity, OpenPolicy policy, Routes routes, Courier courier) {
    this.activity = activity;
    this.policy = policy;
    this.routes = routes;
    this.courier = courier;
  }

  public void send(Subscriber from, RequestId rpcId, Envelope envelope, Sender sender) {
    Trail trail = activity.sendStarted(envelope, rpcId);
    switch (policy.judge(from, envelope)) {
      case Refused(RpcError error) -> refuse(error, trail, sender);
      case Allowed _ -> {
        accepted++;
        inFlight++;
        // Not the envelope: while recipients take their time its payload must not be kept.
        MessageId id = envelope.messageId();
        courier.deliver(
            envelope, routes.to(envelope.to()), trail, acks -> finish(id, acks, trail, sender));
      }
    }
  }

  private void refuse(RpcError error, Trail trail, Sender sender) {
    refused++;
    trail.sendFinished(Status.REFUSED, error.message());
    sender.refused(error);
  }

  private void finish(MessageId id, List<Ack> acks, Trail trail, Sender sender) {
    inFlight--;
    int failed = countFailed(acks);
    if (acks.isEmpty()) {
      trail.sendFinished(Status.NO_RECIPIENT, null);
    } else if (failed == 0) {
      trail.sendFinished(Status.OK, null);
    } else {
      trail.sendFinished(Status.ERROR, failed + " of " + acks.size() + " failed");
    }
    sender.sent(new SendResult(true, id, acks));
  }

  private static int countFailed(List<Ack> acks) {
    int failed = 0;
    for (int i = 0; i < acks.size(); i++) {
      failed += acks.get(i).success() ? 0 : 1;
    }
    return failed;
  }

  /** Messages whose sender still waits. */
  int inFlight() {
    return inFlight;
  }

  long accepted() {
    return accepted;
  }

  long refused() {
    return refused;
  }
}
