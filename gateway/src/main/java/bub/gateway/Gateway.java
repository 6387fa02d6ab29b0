package bub.gateway;

import bub.channel.http.HttpMount;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.client.lobby.LobbyClient;
import bub.gateway.caller.CallerCheck;
import bub.gateway.caller.PrincipalLinks;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.chat.ChatTimeouts;
import bub.gateway.hook.HookDoor;
import bub.gateway.mcp.McpDoor;
import bub.gateway.mcp.McpInboxes;
import bub.gateway.openai.OpenAiDoor;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The doors and their peer of the bus. */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  public static final Address ADDRESS = new Address("agent:gateway");

  /** Addresses that the doors send from, besides their own. */
  public static final List<Pattern> CHATS =
      List.of(AgentChats.ADDRESSES, McpInboxes.ADDRESSES, HookDoor.ADDRESSES);

  private final BusClient client;
  private final PrincipalLinks links;
  private final List<HttpMount> mounts;
  private final AgentChats chats;

  private Gateway(
      BusClient client, PrincipalLinks links, List<HttpMount> mounts, AgentChats chats) {
    this.client = client;
    this.links = links;
    this.mounts = mounts;
    this.chats = chats;
  }

  /**
   * Connects now or later; without doors, never.
   *
   * @param client a client that is not connected yet; the gateway starts and closes it
   * @param state directory of files that outlive the process
   * @param isLocked asked for every request, because the bus may be locked at any time
   * @param takesAnonymous true to accept programs on this machine while the bus is open
   */
  public static Gateway start(
      BusClient client,
      Path state,
      Set<DoorName> doors,
      BooleanSupplier isLocked,
      boolean takesAnonymous)
      throws IOException, RpcException, NoAnswer, InterruptedException {
    return start(
        client,
        state,
        doors,
        isLocked,
        takesAnonymous,
        ClientEnvironment.system(),
        ChatTimeouts.standard());
  }

  static Gateway start(
      BusClient client,
      Path state,
      Set<DoorName> doors,
      BooleanSupplier isLocked,
      boolean takesAnonymous,
      ClientEnvironment environment,
      ChatTimeouts timeouts)
      throws IOException, RpcException, NoAnswer, InterruptedException {
    var links = new PrincipalLinks(client, environment.time());
    var callers = new CallerCheck(links, isLocked, takesAnonymous);
    var chats = new AgentChats(client, environment, timeouts);
    var agents = new AgentRoster(client, System::nanoTime);
    var inboxes = new McpInboxes();
    LobbyClient lobby = LobbyClient.of(client);
    client.serve(
        envelope -> {
          if (HookDoor.ADDRESSES.matches(envelope.to().value())) {
            return Ack.failed(envelope.to() + " is a hook, which accepts no messages");
          }
          return McpInboxes.isForClient(envelope)
              ? inboxes.handle(envelope)
              : chats.handle(envelope);
        });
    List<HttpMount> mounts = new ArrayList<>();
    for (DoorName door : DoorName.values()) {
      if (!doors.contains(door)) {
        continue;
      }
      mounts.add(
          switch (door) {
            case MCP -> McpDoor.open(client, lobby, callers, chats, agents, inboxes, environment);
            case OPENAI -> new OpenAiDoor(callers, chats, agents, environment);
            case HOOKS -> HookDoor.open(state, client, environment);
          });
    }
    if (!mounts.isEmpty()) {
      for (Pattern chat : CHATS) {
        client.subscribe(chat.text());
      }
      client.start();
    }
    return new Gateway(client, links, mounts, chats);
  }

  /** First path of each door, for people. */
  public String doors() {
    return mounts.stream()
        .map(mount -> mount.paths().getFirst().replace("/*", ""))
        .collect(Collectors.joining("  "));
  }

  /** Protocols to serve on the console's port. */
  public List<HttpMount> mounts() {
    return mounts;
  }

  /** Ends all requests that wait, so that the console can stop. */
  public void endCalls() {
    chats.failAll("bub is stopping");
    mounts.forEach(
        mount -> {
          if (mount instanceof McpDoor door) {
            door.end();
          }
        });
  }

  @Override
  public void close() {
    for (HttpMount mount : mounts) {
      if (mount instanceof HookDoor hooks) {
        close(hooks);
      }
    }
    links.close();
    client.close();
  }

  private static void close(HookDoor hooks) {
    try {
      hooks.close();
    } catch (IOException failed) {
      LOG.warn("The store of hooks was not closed properly: {}", failed.getMessage());
    }
  }
}
