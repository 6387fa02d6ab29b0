package bub.gateway;

import bub.channel.http.HttpMount;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.gateway.caller.CallerCheck;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentDirectory;
import bub.gateway.chat.ChatTimeouts;
import bub.gateway.openai.OpenAiDoor;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The doors and their peer of the bus. */
public final class Gateway implements AutoCloseable {
  public static final Address ADDRESS = new Address("agent:gateway");

  /** Addresses that the doors send from, besides their own. */
  public static final List<Pattern> CHATS = List.of(AgentChats.ADDRESSES);

  private final BusClient client;
  private final List<HttpMount> mounts;

  private Gateway(BusClient client, List<HttpMount> mounts) {
    this.client = client;
    this.mounts = mounts;
  }

  /**
   * Connects now or later; without doors, never.
   *
   * @param client a client that is not connected yet; the gateway starts and closes it
   * @param isLocked asked for every request, because the bus may be locked at any time
   * @param takesAnonymous true to accept programs on this machine while the bus is open
   */
  public static Gateway start(
      BusClient client, Set<DoorName> doors, BooleanSupplier isLocked, boolean takesAnonymous)
      throws RpcException, NoAnswer, InterruptedException {
    return start(
        client,
        doors,
        isLocked,
        takesAnonymous,
        ClientEnvironment.system(),
        ChatTimeouts.standard());
  }

  static Gateway start(
      BusClient client,
      Set<DoorName> doors,
      BooleanSupplier isLocked,
      boolean takesAnonymous,
      ClientEnvironment environment,
      ChatTimeouts timeouts)
      throws RpcException, NoAnswer, InterruptedException {
    var callers = new CallerCheck(client, isLocked, takesAnonymous);
    var chats = new AgentChats(client, environment, timeouts);
    var agents = new AgentDirectory(client, System::nanoTime);
    client.serve(chats::handle);
    List<HttpMount> mounts =
        doors.stream()
            .sorted()
            .<HttpMount>map(
                door ->
                    switch (door) {
                      case OPENAI -> new OpenAiDoor(callers, chats, agents, environment);
                    })
            .toList();
    if (!mounts.isEmpty()) {
      chats.listen();
      client.start();
    }
    return new Gateway(client, mounts);
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

  @Override
  public void close() {
    client.close();
  }
}
