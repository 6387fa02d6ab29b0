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
import bub.protocol.PlainText;
import bub.protocol.lobby.Capability;
import bub.protocol.trace.TraceNotice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Peer of the bus that offers the tools of one MCP server. Calls block. */
final class McpServerPeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(McpServerPeer.class);
  private static final Duration CONNECT = Duration.ofSeconds(20);
  private static final int LONGEST_REFUSAL = 300;

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

  /** Offers these tools and no others. Returns those that callers see, with more remarks. */
  RemoteToolList offer(McpConnection connection, RemoteToolList listed)
      throws McpFailure, InterruptedException {
    ContractBudget.Fitting fitting = ContractBudget.fit(server, withDifferentNames(listed.tools()));
    var remarks = new ArrayList<>(listed.remarks());
    remarks.addAll(fitting.remarks());
    try {
      String refusal = refusal(connection, fitting.contracts());
      if (refusal != null) {
        Map<RemoteTool, Capability> rest = new LinkedHashMap<>(fitting.contracts());
        List<RemoteTool> odd = refusedOnes(connection, fitting);
        odd.forEach(tool -> rest.put(tool, ToolContract.withoutSchemas(server, tool)));
        remarks.add(
            "the lobby refuses the schemas of "
                + odd.size()
                + (odd.size() == 1 ? " tool" : " tools")
                + ", so it does not check them: "
                + PlainText.oneLine(refusal, LONGEST_REFUSAL));
        lobby.offerOnly(offers(connection, rest));
      }
      return new RemoteToolList(List.copyOf(fitting.contracts().keySet()), remarks);
    } catch (CallRefused | InvalidField refused) {
      throw isBusy(refused)
          ? McpFailure.passing("the lobby is busy: " + refused.getMessage())
          : new McpFailure(
              Remedy.CHANGE_SETTINGS,
              "the lobby refuses the tools of " + server.name() + ": " + refused.getMessage());
    } catch (NoAnswer lost) {
      throw McpFailure.passing("the lobby did not answer: " + lost.getMessage());
    }
  }

  private static boolean isBusy(Exception refused) {
    return refused instanceof CallRefused one && one.shouldRetry();
  }

  private List<RemoteTool> withDifferentNames(List<RemoteTool> tools) {
    Set<String> names = new HashSet<>();
    return tools.stream()
        .filter(tool -> names.add(ToolContract.name(server.name(), tool.name())))
        .toList();
  }

  private Map<Capability, CapabilityHandler.ForCaller<RawJson, RawJson>> offers(
      McpConnection connection, Map<RemoteTool, Capability> contracts) {
    var offers = new LinkedHashMap<Capability, CapabilityHandler.ForCaller<RawJson, RawJson>>();
    contracts.forEach((tool, contract) -> offers.put(contract, calls.of(connection, tool)));
    return offers;
  }

  /** Offers these contracts; returns null, or why the lobby refuses them for good. */
  private @Nullable String refusal(McpConnection connection, Map<RemoteTool, Capability> contracts)
      throws CallRefused, NoAnswer, InterruptedException {
    try {
      lobby.offerOnly(offers(connection, contracts));
      return null;
    } catch (CallRefused | InvalidField refused) {
      if (refused instanceof CallRefused busy && busy.shouldRetry()) {
        throw busy;
      }
      return String.valueOf(refused.getMessage());
    }
  }

  /** Bisects the tools, because a refusal may name only the first that is wrong. */
  private List<RemoteTool> refusedOnes(McpConnection connection, ContractBudget.Fitting fitting)
      throws CallRefused, NoAnswer, InterruptedException {
    var refused = new ArrayList<RemoteTool>();
    divide(connection, fitting, fitting.checked(), new ArrayList<>(), refused);
    return refused;
  }

  private void divide(
      McpConnection connection,
      ContractBudget.Fitting fitting,
      List<RemoteTool> more,
      List<RemoteTool> kept,
      List<RemoteTool> refused)
      throws CallRefused, NoAnswer, InterruptedException {
    if (more.isEmpty()) {
      return;
    }
    Map<RemoteTool, Capability> both = new LinkedHashMap<>();
    Stream.concat(kept.stream(), more.stream())
        .forEach(tool -> both.put(tool, Objects.requireNonNull(fitting.contracts().get(tool))));
    if (refusal(connection, both) == null) {
      kept.addAll(more);
    } else if (more.size() == 1) {
      refused.add(more.getFirst());
    } else {
      int half = more.size() / 2;
      divide(connection, fitting, more.subList(0, half), kept, refused);
      divide(connection, fitting, more.subList(half, more.size()), kept, refused);
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
