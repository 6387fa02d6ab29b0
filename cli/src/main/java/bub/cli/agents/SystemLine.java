package bub.cli.agents;

import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
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

/** Asks the system agent, and explains when there is none. */
record SystemLine(BusClient client) {

  SessionList ask(RouteRequest request)
      throws Refusal, RpcException, NoAnswer, InterruptedException {
    SendResult result = client.send(RouteRequest.ADDRESS, request);
    if (result.acks().isEmpty()) {
      throw new Refusal(
          ExitCodes.UNAVAILABLE,
          "no system agent is connected",
          "it is part of:   bub up",
          "to run it alone:  bub system-agent");
    }
    Ack ack = result.acks().getFirst();
    if (!ack.success()) {
      throw new Refusal(ExitCodes.FAILED, ack.message());
    }
    return SessionList.read(ack.payload());
  }

  /**
   * The session of this agent or of this chat.
   *
   * @param name {@code agent:worker-1}, {@code worker-1} or the address of its chat
   */
  SessionReport session(String name) throws Refusal, RpcException, NoAnswer, InterruptedException {
    var given = new Address(name);
    var agent = new Address(name.startsWith("agent:") ? name : "agent:" + name);
    List<SessionReport> all = ask(new RouteRequest.ListSessions()).sessions();
    return Stream.concat(
            all.stream().filter(report -> report.session().clientId().equals(agent)),
            all.stream().filter(report -> report.session().talkto().equals(given)))
        .findFirst()
        .orElseThrow(
            () ->
                new Refusal(
                    ExitCodes.FAILED, "no session " + name, "all of them:  bub sessions list"));
  }
}
