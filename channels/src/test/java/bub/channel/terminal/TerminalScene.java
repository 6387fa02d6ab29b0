package bub.channel.terminal;

import static org.awaitility.Awaitility.await;

import bub.channel.FakeAgent;
import bub.channel.FakeSystem;
import bub.channel.ManualTime;
import bub.channel.TestBus;
import bub.client.BusClient;
import bub.client.ClientState;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A bus, a system agent and an agent, with a terminal that is not started yet. */
final class TerminalScene implements AutoCloseable {
  static final String AGENT = "agent:worker-1";
  static final Address ME = new Address("term:me");

  final TestBus bus = new TestBus();
  final ManualTime time = new ManualTime();
  final FakeSystem system;
  final FakeAgent agent;
  private final TerminalSettings settings;
  private volatile @Nullable BusClient client;

  TerminalScene(Path directory) throws Exception {
    system = new FakeSystem(bus).thatAssigns(AGENT);
    agent = new FakeAgent(bus, AGENT);
    settings = TerminalSettings.of(directory, "me").withId(new ChatId("me"));
  }

  TerminalSettings settings() {
    return settings;
  }

  TerminalChat open() throws Exception {
    return open(settings);
  }

  TerminalChat open(TerminalSettings other) throws Exception {
    return TerminalChat.open(other, this::client, time.environment());
  }

  private BusClient client(Address address) {
    BusClient created = bus.client(address.value());
    client = created;
    return created;
  }

  /** Waits until the chat that was opened last is connected. */
  void awaitConnected() {
    await().until(() -> client != null && client.state() instanceof ClientState.Connected);
  }

  @Override
  public void close() {
    bus.close();
  }
}
