package bub.bus.cluster;

import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ClusterStatus;
import bub.protocol.Pattern;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Cluster of a bus that has no other nodes. */
public enum SingleBus implements Cluster {
  ALONE;

  @Override
  public void subscribed(Pattern pattern, boolean intercepts) {}

  @Override
  public void unsubscribed(Pattern pattern, boolean intercepts) {}

  @Override
  public void whenAnnounced(Runnable done) {
    done.run();
  }

  @Override
  public void claim(Address clientId, String connectionId, Consumer<@Nullable RpcError> done) {
    done.accept(null);
  }

  @Override
  public void release(Address clientId, String connectionId) {}

  @Override
  public @Nullable RemoteNode nodeOf(Address clientId) {
    return null;
  }

  @Override
  public void orderTrace(TraceId trace, TraceOrder.Action action, Address by) {}

  @Override
  public String nodeName() {
    return "";
  }

  @Override
  public void ask(NodeQuestion question, Consumer<NodeAnswers> done) {
    done.accept(NodeAnswers.NONE);
  }

  @Override
  public @Nullable ClusterStatus status() {
    return null;
  }

  @Override
  public Map<String, Long> figures() {
    return Map.of();
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void tick() {}
}
