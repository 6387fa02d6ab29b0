package bub.agent;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Payload;
import bub.protocol.trace.Step;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reporter of steps for the activity log. Safe for any thread; never blocks, and loses a step when
 * the connection is down or its queue is full.
 */
final class StepReporter {
  private static final Logger LOG = LoggerFactory.getLogger(StepReporter.class);

  private final BusClient client;
  private final StepDetail detail;

  StepReporter(BusClient client, StepDetail detail) {
    this.client = client;
    this.detail = detail;
  }

  boolean isFull() {
    return detail == StepDetail.FULL;
  }

  void report(Step step) {
    var event = new AgentEvent(AgentEvent.Kind.STEP, step.toRaw());
    try {
      client.notify(Step.ADDRESS, new Payload(event, client.clientId(), null, null));
    } catch (RpcException | NoAnswer lost) {
      LOG.debug("Lost step {} of {}: {}", step.number(), step.messageId(), lost.getMessage());
    }
  }
}
