package bub.client.agent;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.Reject;
import bub.client.lobby.CallRefused;
import bub.client.lobby.CapabilityHandler;
import bub.client.lobby.Contract;
import bub.client.lobby.LobbyClient;
import bub.client.store.DeadLetter;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.ConversationStarters;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.lobby.Capability;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.Payload;
import bub.protocol.trace.TraceOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Agent on the bus. It reconnects, keeps messages on disk until they are delivered, answers
 * duplicates, and offers capabilities. Configure it, then start it; after that, it is safe for any
 * thread, and its calls block.
 *
 * <p>Without {@link #bus}, it finds the bus as the command line does. When {@code bub up
 * --agent-command} starts the program, it takes its id, bus, token and workspace from the arguments
 * of the process.
 */
public final class Agent implements AutoCloseable {
  private static final Duration DRAIN = Duration.ofSeconds(10);
  private static final Duration REPLY_TIMEOUT = Duration.ofMinutes(2);

  private interface Offer {
    void to(LobbyClient lobby) throws CallRefused, NoAnswer, InterruptedException;
  }

  private final AgentOptions options = new AgentOptions();
  private final AgentHandlers handlers = new AgentHandlers();
  private final List<Offer> offers = new ArrayList<>();
  private final List<String> patterns = new ArrayList<>();
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private volatile @Nullable AgentParts parts;

  private Agent(@Nullable String clientId) {
    options.clientId = clientId;
    handlers.put(Configure.TYPE, running -> running.orders()::configure);
    handlers.put(ChatOrders.COMMAND, running -> running.orders()::command);
    handlers.put(DeliveryStatus.TYPE, running -> running.orders()::delivered);
  }

  /** The id is the address of the agent, such as {@code agent:shouter}. */
  public static Agent named(String clientId) {
    return new Agent(clientId);
  }

  // ---- settings, before the start

  public Agent bus(String url) {
    options.url = url;
    return this;
  }

  /** Place of the outbox and other files, instead of one in bub's state directory. */
  public Agent directory(Path directory) {
    options.directory = directory;
    return this;
  }

  /** Keeps nothing on disk: no outbox, and a restart forgets duplicates. */
  public Agent inMemory() {
    options.isDurable = false;
    return this;
  }

  public Agent tokenFile(Path file) {
    options.tokenFile = file;
    return this;
  }

  /** Trusts these certificates (PEM) for {@code wss://}, instead of those of the JDK. */
  public Agent trusting(Path ca) {
    options.ca = ca;
    return this;
  }

  /** For a bus that asks for a certificate; both files are PEM, and the key is PKCS#8. */
  public Agent presenting(Path certificate, Path key) {
    options.certificate = certificate;
    options.key = key;
    return this;
  }

  /** Above this number of messages at a time, senders are told to retry in a second. */
  public Agent maxHandlers(int most) {
    options.maxHandlers = most;
    return this;
  }

  /** Handles the messages of each sender in order, one at a time. */
  public Agent oneAtATime() {
    options.isOrdered = true;
    return this;
  }

  /** Answers duplicates even after a crash. Chat agents do so in any case. */
  public Agent rememberOnDisk() {
    options.remembersOnDisk = true;
    return this;
  }

  /** Keeps conversations for {@link ReceivedMessage#history}. */
  public Agent keepHistory() {
    options.hasHistory = true;
    return this;
  }

  /** Messages that a person may begin a conversation with; MCP clients show them as prompts. */
  public Agent starters(String... texts) {
    options.starters = ConversationStarters.of(texts);
    return this;
  }

  public Agent callTimeout(Duration timeout) {
    options.callTimeout = timeout;
    return this;
  }

  /** Words that replace the command line of this process. */
  public Agent arguments(String... words) {
    options.arguments = List.of(words);
    return this;
  }

  public Agent environment(ClientEnvironment environment) {
    options.environment = environment;
    return this;
  }

  // ---- handlers

  /** Answers chat messages under an id that derives from the question. */
  public Agent onChat(ChatHandler handler) {
    options.hasChat = true;
    handlers.put(ChatMessage.TYPE, running -> running.answers().handler(handler));
    return this;
  }

  /** Answers chat messages in parts. */
  public Agent onChat(ChatHandler.Streaming handler) {
    options.hasChat = true;
    handlers.put(ChatMessage.TYPE, running -> running.answers().handler(handler));
    return this;
  }

  /** Handles one payload type. */
  public Agent on(String type, AgentHandler handler) {
    handlers.put(type, _ -> handler);
    return this;
  }

  /** Handles all messages that no other handler takes. */
  public Agent onMessage(AgentHandler handler) {
    handlers.otherwise(_ -> handler);
    return this;
  }

  /** Delivers the messages of a pattern to the handlers, besides those to the own address. */
  public Agent listen(String pattern) {
    patterns.add(pattern);
    return this;
  }

  /** Offers a capability whose records are its contract. */
  public <I extends Record, O extends Record> Agent capability(
      Contract<I, O> contract, CapabilityHandler<I, O> handler) {
    offers.add(lobby -> lobby.offer(contract, handler));
    return this;
  }

  /** Offers a capability that reports its progress. */
  public <I extends Record, O extends Record> Agent capability(
      Contract<I, O> contract, CapabilityHandler.WithProgress<I, O> handler) {
    offers.add(lobby -> lobby.offerWithProgress(contract, handler));
    return this;
  }

  /** Offers a capability with JSON objects that match its schemas. */
  public Agent capability(Capability capability, CapabilityHandler<RawJson, RawJson> handler) {
    offers.add(lobby -> lobby.offer(capability, handler));
    return this;
  }

  /** Reports a message that no retry can deliver, after it is on disk as a dead letter. */
  public Agent onDeadLetter(Consumer<DeadLetter> listener) {
    options.onDeadLetter(listener);
    return this;
  }

  // ---- life

  /** Connects and waits for the result; later, the agent reconnects by itself. */
  public Agent connect()
      throws IOException, NotConnected, RpcException, CallRefused, NoAnswer, InterruptedException {
    AgentParts started = assemble();
    try {
      started.connect();
      return this;
    } catch (IOException | NotConnected | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  /** Returns before there is a connection. */
  public Agent start() throws IOException, InterruptedException {
    try {
      assemble().start();
      return this;
    } catch (RpcException | CallRefused | NoAnswer impossible) {
      throw new IllegalStateException("a call without a connection", impossible);
    }
  }

  private synchronized AgentParts assemble()
      throws RpcException, CallRefused, NoAnswer, InterruptedException {
    if (parts != null) {
      throw new IllegalStateException("this agent was started before; create another one");
    }
    var assembled = new AgentParts(options, handlers);
    parts = assembled;
    for (Offer offer : offers) {
      offer.to(assembled.lobby());
    }
    for (String pattern : patterns) {
      assembled.client().subscribe(pattern);
    }
    return assembled;
  }

  /** Runs until SIGTERM or Ctrl-C, then finishes the messages in work. */
  public void run() throws IOException, InterruptedException {
    start();
    var signalled = Thread.ofPlatform().name("agent-drain").unstarted(() -> drain(DRAIN));
    Runtime.getRuntime().addShutdownHook(signalled);
    String reason = running().awaitStopped();
    if (!isClosing.get()) {
      close();
      throw new AgentStopped(client().clientId() + " stopped: " + reason);
    }
  }

  /** Finishes the handlers that run, tries to deliver what waits, and disconnects. */
  public void drain(Duration atMost) {
    isClosing.set(true);
    AgentParts running = parts;
    if (running != null) {
      running.close(atMost);
    }
  }

  /** Drains for at most ten seconds. */
  @Override
  public void close() {
    drain(DRAIN);
  }

  public ClientState state() {
    return client().state();
  }

  public void awaitConnected(Duration atMost) throws NotConnected, InterruptedException {
    client().awaitConnected(atMost);
  }

  /** Returns the reason when the agent will not connect again. */
  public String awaitStopped() throws InterruptedException {
    return running().awaitStopped();
  }

  private AgentParts running() {
    AgentParts running = parts;
    if (running == null) {
      throw new IllegalStateException("start the agent first, with connect(), start() or run()");
    }
    return running;
  }

  /** Connection of this agent, with all queries of operators. */
  public BusClient client() {
    return running().client();
  }

  /** Discovery, registration and calls with options. */
  public LobbyClient lobby() {
    return running().lobby();
  }

  // ---- messages

  /** Sends now; returns one ack per recipient. */
  public SendResult send(String to, JsonValue payload)
      throws RpcException, NoAnswer, InterruptedException {
    return client().send(new Address(to), payload);
  }

  /** Sends a text to another agent. */
  public SendResult send(String to, String text)
      throws RpcException, NoAnswer, InterruptedException {
    return send(to, Payload.of(new AgentMessage(text)));
  }

  /** Returns the id when the message is on disk; delivers it in order per destination. */
  public MessageId post(String to, JsonValue payload)
      throws IOException, RpcException, InterruptedException {
    return post(client().compose(new Address(to), payload));
  }

  /** For a message that may be posted again: its id must be the same then. */
  public MessageId post(String to, String messageId, JsonValue payload)
      throws IOException, RpcException, InterruptedException {
    return post(
        new Envelope(
            client().clientId(), new Address(to), new MessageId(messageId), payload.toRaw()));
  }

  private MessageId post(Envelope envelope) throws IOException, RpcException, InterruptedException {
    running().files().post(envelope);
    return envelope.messageId();
  }

  /** Sends without a receipt. */
  public void notify(String to, JsonValue payload) throws RpcException, NoAnswer {
    client().notify(new Address(to), payload);
  }

  /** Number of messages that wait for delivery. */
  public long outboxSize() throws IOException, InterruptedException {
    return running().files().outbox().size();
  }

  /** Messages that no retry can deliver, newest first. */
  public List<DeadLetter> deadLetters(int limit) throws IOException, InterruptedException {
    return running().files().outbox().deadLetters(limit);
  }

  // ---- chats

  /** The chat that bub started this agent for; null when it was started otherwise. */
  public @Nullable Address chat() {
    return running().chat();
  }

  /** Asks another agent and returns its reply. */
  public String ask(String to, String text)
      throws Reject, RpcException, NoAnswer, InterruptedException {
    return ask(to, text, REPLY_TIMEOUT, _ -> {});
  }

  /** {@code growing} gets the whole text so far; the timeout begins again with each part. */
  public String ask(String to, String text, Duration atMost, Consumer<String> growing)
      throws Reject, RpcException, NoAnswer, InterruptedException {
    return running().questions().ask(new Address(to), text, atMost, growing);
  }

  /** Stops the turn of a message: the bus delivers nothing more of it and tells its agents. */
  public SendResult stopTurn(MessageId message)
      throws RpcException, NoAnswer, InterruptedException {
    return client().send(TraceOrder.ADDRESS, new TraceOrder(TraceOrder.Action.STOP, null, message));
  }

  // ---- lobby

  /** Calls the least busy agent that offers the capability. */
  public <I extends Record, O extends Record> O call(Contract<I, O> contract, I input)
      throws CallRefused, NoAnswer, InterruptedException {
    return lobby().call(contract, input);
  }
}
