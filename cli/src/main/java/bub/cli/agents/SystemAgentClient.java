package bub.cli.agents;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.SendResult;
import bub.system.route.RouteRequest;
import bub.system.route.SessionList;
import bub.system.route.SessionReport;

/** Sends requests to the system agent, and explains the problem when there is none. */
record SystemAgentClient(BusClient client) {

  SessionList ask(RouteRequest request)
      throws CommandFailure, RpcException, NoAnswer, InterruptedException {
    SendResult result = client.send(RouteRequest.ADDRESS, request);
    if (result.acks().isEmpty()) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE,
          "no system agent is connected",
          "bub up has one;  alone:  bub system-agent");
    }
    Ack ack = result.acks().getFirst();
    if (!ack.success()) {
      throw new CommandFailure(ExitCodes.FAILED, ack.message());
    }
    return SessionList.read(ack.payload());
  }

  /** Returns the session of this agent. */
  SessionReport session(String agent)
      throws CommandFailure, RpcException, NoAnswer, InterruptedException {
    var id = new Address(agent.startsWith("agent:") ? agent : "agent:" + agent);
    return ask(new RouteRequest.ListSessions()).sessions().stream()
        .filter(report -> report.session().clientId().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCodes.FAILED, "no session " + id, "all of them:  bub sessions list"));
  }
}
