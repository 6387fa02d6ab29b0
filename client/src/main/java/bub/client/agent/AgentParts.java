package bub.client.agent;

import bub.client.BusClient;
import bub.client.ClientState;
import bub.client.MessageHandler;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.Reject;
import bub.client.RetryLater;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.client.store.HandledMessages;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Payload;
import bub.store.StoreInUse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parts of an agent that exist from its start to its end. Safe for any thread. */
final class AgentParts implements MessageHandler {
  private static final Logger LOG = LoggerFactory.getLogger(AgentParts.class);
  private static final Duration FLUSH = Duration.ofSeconds(2);
  private static final Duration FOREVER = Duration.ofDays(1_000);
  private static final int RETRY_SECONDS = 1;

  private final AgentHandlers handlers;
  private final AgentLocation location;
  private final BusClient client;
  private final AgentFiles files;
  private final LobbyClient lobby;
  private final ChatAnswers answers;
  private final ChatQuestions questions;
  private final ChatOrders orders;
  private final @Nullable StatusReporter reporter;
  private final CompletableFuture<String> stopped = new CompletableFuture<>();

  AgentParts(AgentOptions options, AgentHandlers handlers) {
    this.handlers = handlers;
    this.location = AgentLocation.find(options);
    this.client = new BusClient(location.settings(), location.connector(), options.environment());
    this.files = new AgentFiles(options, location.directory());
    Path token = location.lobbyTokenFile();
    this.lobby =
        LobbyClient.of(client, token == null ? LobbyToken.inMemory() : LobbyToken.file(token));
    var events = new BestEffortEvents(client);
    this.answers = new ChatAnswers(client, files, events);
    this.questions = new ChatQuestions(client, options.environment());
    this.orders = new ChatOrders(client, files, chat());
    this.reporter =
        location.spawn() == null ? null : new StatusReporter(client, events, options.environment());
    if (options.isOrdered) {
      client.orderBySender();
    }
    client.serve(this).onState(this::heard);
  }

  BusClient client() {
    return client;
  }

  AgentFiles files() {
    return files;
  }

  LobbyClient lobby() {
    return lobby;
  }

  ChatAnswers answers() {
    return answers;
  }

  ChatQuestions questions() {
    return questions;
  }

  ChatOrders orders() {
    return orders;
  }

  /** The chat that bub started this agent for; null when it was started otherwise. */
  @Nullable Address chat() {
    return location.spawn() == null ? null : location.spawn().talkto();
  }

  // ---- life

  void start() throws IOException, InterruptedException {
    prepare();
    client.start();
  }

  /** Fails if the first attempt fails. */
  void connect() throws IOException, NotConnected, InterruptedException {
    prepare();
    client.connect();
    files.await();
  }

  private void prepare() throws IOException, InterruptedException {
    if (reporter != null) {
      reporter.watch();
    }
    try {
      files.open(client, location.spawn() != null);
      ready();
    } catch (StoreInUse held) {
      // The other agent with these files ends when this one takes its place on the bus.
      Thread.ofVirtual().name("files").start(this::openWhenReleased);
    }
  }

  private void ready() {
    if (reporter != null) {
      reporter.ready();
    }
  }

  private void openWhenReleased() {
    try {
      client.awaitConnected(FOREVER);
      files.openWhenReleased(client, location.spawn() != null);
      ready();
    } catch (IOException failed) {
      LOG.error("{} stops: {}", client.clientId(), failed.getMessage());
      files.fail(failed);
      stopped.complete(String.valueOf(failed.getMessage()));
      client.close();
    } catch (NotConnected | InterruptedException closed) {
      files.fail(new IOException("the agent has stopped", closed));
    }
  }

  private void heard(ClientState state) {
    if (state instanceof ClientState.Stopped(String reason)) {
      stopped.complete(reason);
      // Releases the files for the agent that took this one's place.
      Thread.ofVirtual().name("files").start(this::closeFiles);
    }
  }

  private void closeFiles() {
    try {
      files.close();
    } catch (IOException failed) {
      LOG.warn("{} failed to close its files", client.clientId(), failed);
    }
  }

  /** Returns the reason. */
  String awaitStopped() throws InterruptedException {
    try {
      return stopped.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Finishes the handlers that run, tries to deliver what waits, and disconnects. */
  void close(Duration atMost) {
    try {
      client.drain(atMost);
      if (client.state() instanceof ClientState.Connected) {
        files.flush(atMost.compareTo(FLUSH) < 0 ? atMost : FLUSH);
      }
    } catch (IOException failed) {
      LOG.warn("{} failed to deliver its last messages", client.clientId(), failed);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    client.close();
    closeFiles();
  }

  // ---- messages

  @Override
  public Ack handle(Envelope envelope) throws Exception {
    HandledMessages memory = memory();
    try {
      return memory == null ? answer(envelope) : memory.once(envelope, this::answer);
    } finally {
      if (reporter != null) {
        reporter.moved();
      }
    }
  }

  /** Sends an event whose loss is acceptable. */
  void event(Address to, AgentEvent event) {
    try {
      client.notify(to, Payload.of(event));
    } catch (RpcException | NoAnswer lost) {
      LOG.debug("Lost the event {}: {}", event.event(), lost.getMessage());
    }
  }

  /** Waits until the files are open. */
  private @Nullable HandledMessages memory() throws RetryLater, InterruptedException {
    try {
      return files.handledIfAny();
    } catch (IOException unusable) {
      throw new RetryLater(client.clientId() + " cannot use its files", RETRY_SECONDS);
    }
  }

  /** A refusal is an answer, which a duplicate gets too. */
  private Ack answer(Envelope envelope) throws Exception {
    try {
      return handlers.handle(new ReceivedMessage(envelope, this), this);
    } catch (Reject refused) {
      return Ack.failed(String.valueOf(refused.getMessage()));
    }
  }
}
