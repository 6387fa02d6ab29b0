package bub.bus.trace;

import bub.bus.policy.OperatorOrders;
import bub.bus.policy.SenderInfo;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Role;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Handler of the orders to stop or to continue a turn. Hub thread only. */
public final class TraceOrders {
  private final LoopGuard guard;
  private final BiConsumer<Address, TraceNotice> announcer;
  private final OtherNodes otherNodes;

  /** Passes an order that was carried out here to the other nodes. */
  @FunctionalInterface
  public interface OtherNodes {
    void order(TraceId trace, TraceOrder.Action action, Address by);
  }

  /** {@code announcer} sends a notice of the bus to an address. */
  public TraceOrders(
      LoopGuard guard, BiConsumer<Address, TraceNotice> announcer, OtherNodes otherNodes) {
    this.guard = guard;
    this.announcer = announcer;
    this.otherNodes = otherNodes;
  }

  public Ack carryOut(SenderInfo sender, Address from, RawJson payload) {
    TraceOrder order;
    try {
      order = TraceOrder.read(payload);
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
    boolean isOperator = OperatorOrders.isOperator(sender.clientId(), sender.principal());
    Trace trace = find(order, from, isOperator);
    if (trace == null) {
      return Ack.failed("the bus does not know this turn; it may be over");
    }
    boolean isContinue = order.action() == TraceOrder.Action.CONTINUE;
    // An agent that started a turn may stop it, but not lift its own limit.
    Address owner = isContinue ? trace.person() : trace.starter();
    if (!isOperator && !from.equals(owner)) {
      return Ack.failed("only the person of the turn and operators may do this");
    }
    Ack ack = apply(trace, order.action(), from);
    if (ack.success()) {
      otherNodes.order(trace.id(), order.action(), from);
    }
    return ack;
  }

  /** Carries out an order that another node has accepted. */
  public void carryOut(TraceId id, TraceOrder.Action action, Address by) {
    Trace known = guard.find(new TraceOrder(action, id, null), by);
    boolean isStop = action == TraceOrder.Action.STOP;
    Trace trace = known == null && isStop ? guard.begin(id) : known;
    if (trace != null) {
      Ack _ = apply(trace, action, by);
    }
  }

  private Ack apply(Trace trace, TraceOrder.Action action, Address by) {
    return switch (action) {
      case STOP -> stop(trace, by);
      case CONTINUE -> goOn(trace);
    };
  }

  private @Nullable Trace find(TraceOrder order, Address from, boolean isOperator) {
    Trace known = guard.find(order, from);
    TraceId named = order.trace();
    boolean mayBegin = isOperator && order.action() == TraceOrder.Action.STOP;
    return known == null && named != null && mayBegin ? guard.begin(named) : known;
  }

  private Ack stop(Trace trace, Address by) {
    if (trace.isStopped()) {
      return Ack.ok("already stopped");
    }
    trace.stop();
    for (Address participant : trace.participants()) {
      if (!participant.equals(by) && isAgent(participant)) {
        announcer.accept(participant, stopped(trace, trace.idFor(participant), by));
      }
    }
    announcer.accept(TraceNotice.ADDRESS, stopped(trace, trace.id(), by));
    return Ack.ok("stopped");
  }

  private static TraceNotice stopped(Trace trace, TraceId id, Address by) {
    return new TraceNotice(
        TraceNotice.STOPPED, id, trace.root(), trace.person(), by, "stopped by " + by);
  }

  /** False for people and for the bridges that connect them. */
  private boolean isAgent(Address address) {
    boolean isBridge = Role.of(address) == Role.CHAT && address.value().indexOf(':') < 0;
    return !isBridge && !guard.isPerson(address);
  }

  private Ack goOn(Trace trace) {
    if (trace.isStopped()) {
      return Ack.failed("this turn is stopped; send a new message instead");
    }
    if (!trace.isAnnounced()) {
      return Ack.failed("this turn has not reached a limit");
    }
    trace.goOn();
    return Ack.ok("continues");
  }
}
