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
import java.util.List;
import java.util.stream.Stream;

/** Requests to the system agent, and the explanation when there is none. */
record SystemAgentClient(BusClient client) {

  SessionList ask(RouteRequest request)
      throws CommandFailure, RpcException, NoAnswer, InterruptedException {
    SendResult result = client.send(RouteRequest.ADDRESS, request);
    if (result.acks().isEmpty()) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE,
          "The system agent is not connected.",
          "To start all of bub:             bub up",
          "To start only the system agent:  bub system-agent");
    }
    Ack ack = result.acks().getFirst();
    if (!ack.success()) {
      throw new CommandFailure(ExitCodes.FAILED, ack.message());
    }
    return SessionList.read(ack.payload());
  }

  /** The name is {@code agent:worker-1}, {@code worker-1} or the address of its chat. */
  SessionReport session(String name)
      throws CommandFailure, RpcException, NoAnswer, InterruptedException {
    var given = new Address(name);
    var agent = new Address(name.startsWith("agent:") ? name : "agent:" + name);
    List<SessionReport> all = ask(new RouteRequest.ListSessions()).sessions();
    return Stream.concat(
            all.stream().filter(report -> report.session().clientId().equals(agent)),
            all.stream().filter(report -> report.session().talkto().equals(given)))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCodes.FAILED,
                    "There is no session " + name + ".",
                    "To list all sessions:  bub sessions list"));
  }
}
