package bub.gateway;

import bub.channel.http.HttpMount;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.client.lobby.LobbyClient;
import bub.gateway.a2a.A2aService;
import bub.gateway.caller.CallerCheck;
import bub.gateway.caller.PrincipalLinks;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.chat.ChatTimeouts;
import bub.gateway.hook.HookDoor;
import bub.gateway.mcp.McpDoor;
import bub.gateway.mcp.McpInboxes;
import bub.gateway.mcp.store.McpTaskStore;
import bub.gateway.oauth.OAuthDoor;
import bub.gateway.openai.OpenAiDoor;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
  private final GatewaySettings settings;
  private final CallerCheck callers;
  private final AgentChats chats;
  private final AgentRoster agents;
  private final McpInboxes inboxes = new McpInboxes();
  private final ClientEnvironment environment;
  private final List<HttpMount> mounts = new ArrayList<>();
  private @Nullable McpDoor mcp;
  // Newest first, which is the order to close them in.
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private Gateway(
      BusClient client,
      GatewaySettings settings,
      ClientEnvironment environment,
      ChatTimeouts timeouts) {
    this.client = client;
    this.settings = settings;
    this.environment = environment;
    var links = new PrincipalLinks(client, environment.time());
    this.callers = new CallerCheck(links, settings.isLocked(), settings.takesAnonymous());
    this.chats = new AgentChats(client, environment, timeouts);
    this.agents = new AgentRoster(client, System::nanoTime);
    parts.push(client);
    parts.push(links);
  }

  /** Connects now or later; without doors, never. The gateway starts and closes the client. */
  public static Gateway start(BusClient client, GatewaySettings settings)
      throws IOException, RpcException, NoAnswer, InterruptedException {
    return start(client, settings, ClientEnvironment.system(), ChatTimeouts.standard());
  }

  static Gateway start(
      BusClient client,
      GatewaySettings settings,
      ClientEnvironment environment,
      ChatTimeouts timeouts)
      throws IOException, RpcException, NoAnswer, InterruptedException {
    var gateway = new Gateway(client, settings, environment, timeouts);
    try {
      gateway.open();
      return gateway;
    } catch (IOException
        | RpcException
        | NoAnswer
        | InterruptedException
        | RuntimeException failed) {
      gateway.close();
      throw failed;
    }
  }

  private void open() throws IOException, RpcException, NoAnswer, InterruptedException {
    LobbyClient lobby = LobbyClient.of(client);
    client.serve(this::receive);
    for (DoorName door : DoorName.values()) {
      if (settings.doors().contains(door)) {
        open(door, lobby);
      }
    }
    if (!mounts.isEmpty()) {
      for (Pattern chat : CHATS) {
        client.subscribe(chat.text());
      }
      client.start();
    }
  }

  private void open(DoorName door, LobbyClient lobby) throws IOException, InterruptedException {
    switch (door) {
      case A2A -> {
        A2aService service =
            A2aService.open(lobby, callers, chats, agents, environment, settings.a2a());
        parts.push(service);
        mounts.add(service.door());
      }
      case MCP -> {
        McpTaskStore tasks = McpTaskStore.open(settings.state().resolve("mcp-tasks.db"));
        parts.push(tasks);
        mcp =
            McpDoor.open(
                client,
                lobby,
                callers,
                chats,
                agents,
                settings.starters(),
                inboxes,
                tasks,
                environment);
        mounts.add(mcp);
        mounts.add(new OAuthDoor(callers, settings.tokens(), environment.time()));
      }
      case OPENAI -> mounts.add(new OpenAiDoor(callers, chats, agents, environment));
      case HOOKS -> {
        HookDoor hooks = HookDoor.open(settings.state(), client, environment);
        parts.push(hooks);
        mounts.add(hooks);
      }
    }
  }

  private Ack receive(Envelope envelope) throws InterruptedException {
    if (HookDoor.ADDRESSES.matches(envelope.to().value())) {
      return Ack.failed(envelope.to() + " is a hook, which accepts no messages");
    }
    McpDoor news = mcp;
    if (news != null && envelope.to().equals(ADDRESS)) {
      return news.handle(envelope);
    }
    return McpInboxes.isForClient(envelope) ? inboxes.handle(envelope) : chats.handle(envelope);
  }

  /** First path of each door, for people. */
  public String doors() {
    return mounts.stream()
        .filter(mount -> !(mount instanceof OAuthDoor))
        .map(mount -> mount.paths().getFirst().replace("/*", ""))
        .collect(Collectors.joining("  "));
  }

  /** Protocols to serve on the console's port. */
  public List<HttpMount> mounts() {
    return List.copyOf(mounts);
  }

  /** Ends all requests that wait, so that the console can stop. */
  public void endCalls() {
    chats.failAll("bub is stopping");
    mounts.forEach(HttpMount::endCalls);
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception failed) {
        LOG.warn("A part of the doors was not closed properly: {}", failed.getMessage());
      }
    }
  }
}
