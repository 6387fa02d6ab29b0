package bub.gateway;

import bub.channel.http.HttpMount;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.client.lobby.LobbyClient;
import bub.gateway.caller.CallerCheck;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.chat.ChatTimeouts;
import bub.gateway.mcp.McpDoor;
import bub.gateway.mcp.McpInboxes;
import bub.gateway.mcp.store.McpTaskStore;
import bub.gateway.openai.OpenAiDoor;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The doors and their peer of the bus. */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  public static final Address ADDRESS = new Address("agent:gateway");

  /** Addresses that the doors send from, besides their own. */
  public static final List<Pattern> CHATS = List.of(AgentChats.ADDRESSES, McpInboxes.ADDRESSES);

  private final BusClient client;
  private final List<HttpMount> mounts;
  private final AgentChats chats;
  private final McpTaskStore tasks;

  private Gateway(BusClient client, List<HttpMount> mounts, AgentChats chats, McpTaskStore tasks) {
    this.tasks = tasks;
    this.client = client;
    this.mounts = mounts;
    this.chats = chats;
  }

  /**
   * Connects now or later; without doors, never.
   *
   * @param client a client that is not connected yet; the gateway starts and closes it
   * @param state directory for the files of the doors
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
    var callers = new CallerCheck(client, isLocked, takesAnonymous);
    var chats = new AgentChats(client, environment, timeouts);
    var agents = new AgentRoster(client, System::nanoTime);
    var inboxes = new McpInboxes();
    LobbyClient lobby = LobbyClient.of(client);
    McpTaskStore tasks = McpTaskStore.open(PrivateDirectory.create(state).resolve("mcp-tasks.db"));
    var mounts = new ArrayList<HttpMount>();
    for (DoorName door : new TreeSet<>(doors)) {
      mounts.add(
          switch (door) {
            case MCP ->
                McpDoor.open(client, lobby, callers, chats, agents, inboxes, tasks, environment);
            case OPENAI -> new OpenAiDoor(callers, chats, agents, environment);
          });
    }
    client.serve(
        envelope -> {
          if (McpInboxes.isForClient(envelope)) {
            return inboxes.handle(envelope);
          }
          if (envelope.to().equals(ADDRESS)) {
            for (HttpMount mount : mounts) {
              if (mount instanceof McpDoor door) {
                return door.handle(envelope);
              }
            }
          }
          return chats.handle(envelope);
        });
    if (!mounts.isEmpty()) {
      for (Pattern chat : CHATS) {
        client.subscribe(chat.text());
      }
      client.start();
    }
    return new Gateway(client, List.copyOf(mounts), chats, tasks);
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
    client.close();
    try {
      tasks.close();
    } catch (IOException unclosed) {
      LOG.warn("Could not close the tasks", unclosed);
    }
  }
}
