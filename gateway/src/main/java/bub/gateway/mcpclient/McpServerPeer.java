package bub.gateway.mcpclient;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.lobby.CallRefused;
import bub.client.lobby.CapabilityHandler;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.gateway.mcpclient.McpFailure.Remedy;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.trace.TraceNotice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Peer of the bus that offers the tools of one MCP server. Calls block. */
final class McpServerPeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(McpServerPeer.class);
  private static final Duration CONNECT = Duration.ofSeconds(20);

  private final McpServerEntry server;
  private final BusClient client;
  private final LobbyClient lobby;
  private final ToolCallHandler calls;

  /** Takes a client that is not connected yet. */
  McpServerPeer(
      McpServerEntry server, BusClient client, LobbyToken token, ClientEnvironment environment) {
    this.server = server;
    this.client = client;
    this.lobby = LobbyClient.of(client, token);
    var stoppable = new StoppableCalls();
    this.calls = new ToolCallHandler(server, client, environment, stoppable);
    stoppable.onStop(calls::stop);
    client.serve(TraceNotice.STOPPED, stoppable);
    client.serve(_ -> Ack.failed(server.address() + " offers tools; call them through the lobby"));
  }

  /** {@code lost} hears when the bus refuses this peer for good. */
  void connect(Consumer<String> lost) throws McpFailure, InterruptedException {
    client.onState(
        state -> {
          if (state instanceof ClientState.Stopped(String reason)) {
            lost.accept("the bus refused " + server.address() + ": " + reason);
          }
        });
    client.start();
    try {
      client.awaitConnected(CONNECT);
    } catch (NotConnected failed) {
      throw McpFailure.passing(
          server.address() + " cannot connect to the bus: " + failed.getMessage());
    }
  }

  /** Offers these tools and no others. */
  void offer(McpConnection connection, List<RemoteTool> tools)
      throws McpFailure, InterruptedException {
    List<RemoteTool> named = withDifferentNames(tools);
    try {
      try {
        lobby.offerOnly(offers(connection, named, Set.of()));
      } catch (CallRefused | InvalidField refused) {
        if (refused instanceof CallRefused one && one.shouldRetry()) {
          throw McpFailure.passing("the lobby is busy: " + refused.getMessage());
        }
        Set<RemoteTool> odd = refusedOnes(connection, named);
        LOG.warn(
            "The lobby refuses the schemas of {} tools of {}, so it does not check them: {}",
            odd.size(),
            server.name(),
            refused.getMessage());
        lobby.offerOnly(offers(connection, named, odd));
      }
    } catch (CallRefused | InvalidField refused) {
      throw new McpFailure(
          Remedy.CHANGE_SETTINGS,
          "the lobby refuses the tools of " + server.name() + ": " + refused.getMessage());
    } catch (NoAnswer lost) {
      throw McpFailure.passing("the lobby did not answer: " + lost.getMessage());
    }
  }

  private List<RemoteTool> withDifferentNames(List<RemoteTool> tools) {
    Set<String> names = new HashSet<>();
    return tools.stream()
        .filter(tool -> names.add(ToolContract.name(server.name(), tool.name())))
        .toList();
  }

  private Map<Capability, CapabilityHandler.ForCaller<RawJson, RawJson>> offers(
      McpConnection connection, List<RemoteTool> tools, Set<RemoteTool> unchecked) {
    var offers = new LinkedHashMap<Capability, CapabilityHandler.ForCaller<RawJson, RawJson>>();
    for (RemoteTool tool : tools) {
      Capability capability =
          unchecked.contains(tool)
              ? ToolContract.withoutSchemas(server, tool)
              : ToolContract.of(server, tool);
      offers.put(capability, calls.of(connection, tool));
    }
    return offers;
  }

  /** Bisects the tools, because a refusal may name only the first that is wrong. */
  private Set<RemoteTool> refusedOnes(McpConnection connection, List<RemoteTool> tools)
      throws NoAnswer, InterruptedException {
    var refused = new HashSet<RemoteTool>();
    divide(connection, tools, new ArrayList<>(), refused);
    return refused;
  }

  private void divide(
      McpConnection connection,
      List<RemoteTool> more,
      List<RemoteTool> kept,
      Set<RemoteTool> refused)
      throws NoAnswer, InterruptedException {
    var all = new ArrayList<>(kept);
    all.addAll(more);
    try {
      lobby.offerOnly(offers(connection, all, Set.of()));
      kept.addAll(more);
    } catch (CallRefused | InvalidField wrong) {
      if (more.size() == 1) {
        refused.add(more.getFirst());
        return;
      }
      int half = more.size() / 2;
      divide(connection, more.subList(0, half), kept, refused);
      divide(connection, more.subList(half, more.size()), kept, refused);
    }
  }

  /** Gives the id and the capabilities of a server up, for a server that was removed. */
  static void deregister(Address address, BusClient client, LobbyToken token)
      throws InterruptedException {
    LobbyClient lobby = LobbyClient.of(client, token);
    try (client) {
      client.start();
      client.awaitConnected(CONNECT);
      lobby.deregister();
    } catch (NoAnswer | CallRefused failed) {
      LOG.warn("Could not deregister {}: {}", address, failed.getMessage());
    }
  }

  /** Leaves the registration: callers learn that the server is offline. */
  @Override
  public void close() {
    calls.close();
    client.close();
  }
}
