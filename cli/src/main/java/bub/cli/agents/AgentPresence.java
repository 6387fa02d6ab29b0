package bub.cli.agents;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.WaitIndicator;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.Status;
import java.time.Duration;
import java.util.List;

/**
 * Checks that a peer listens on an address, so that a chat does not start with an agent that is not
 * connected.
 */
record AgentPresence(BusClient client, Address agent) {
  private static final int NAMES_SHOWN = 8;

  /**
   * Waits for the agent, at most this long.
   *
   * @throws CommandFailure when no peer listens on the address
   */
  void require(Duration atMost, WaitIndicator progress)
      throws CommandFailure, RpcException, NoAnswer, InterruptedException {
    List<Status.Connection> peers = client.status().connections();
    if (isServed(peers)) {
      return;
    }
    if (!atMost.isZero()
        && progress.await("waiting for " + agent, atMost, () -> isServed(look(peers)))) {
      return;
    }
    List<String> agents =
        peers.stream()
            .map(peer -> peer.clientId().value())
            .filter(name -> name.startsWith("agent:") && !name.equals("agent:system"))
            .limit(NAMES_SHOWN)
            .toList();
    throw new CommandFailure(
        ExitCodes.FAILED,
        agent + " is not connected.",
        agents.isEmpty()
            ? "No agents are connected. To start your own agent:  bub chat"
            : "Connected agents: " + String.join(", ", agents),
        "To wait for it:  bub chat --wait 5m --to " + agent);
  }

  private boolean isServed(List<Status.Connection> peers) {
    return peers.stream()
        .filter(peer -> !peer.clientId().equals(client.clientId()))
        .anyMatch(
            peer ->
                peer.subscriptions().stream()
                    .anyMatch(pattern -> Pattern.of(pattern).matches(agent.value())));
  }

  /** Returns the current peers, or the previous ones while the bus does not answer. */
  private List<Status.Connection> look(List<Status.Connection> before) throws InterruptedException {
    try {
      return client.status().connections();
    } catch (RpcException | NoAnswer unavailable) {
      return before;
    }
  }
}
