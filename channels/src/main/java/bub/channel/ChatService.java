package bub.channel;

import bub.channel.store.AgentAssignment;
import bub.channel.store.ChatLine;
import bub.channel.store.ChatStore;
import bub.channel.store.EnqueueResult;
import bub.channel.store.TypedMessage;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.KeyedWorkers;
import bub.client.NoAnswer;
import bub.client.OutageLog;
import bub.client.SendAttempt;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service that runs all chats of one channel: each message is answered once or ends with a notice,
 * even across crashes. A store belongs to one channel and one agent source. The client must not be
 * connected yet; the caller closes store and client afterwards. Safe for any thread; calls block.
 */
public final class ChatService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChatService.class);
  private static final Duration FAREWELL = Duration.ofSeconds(1);
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final BusClient client;
  private final ChatContext context;
  private final KeyedWorkers<ChatId, ChatWorker> peers;
  private final TurnOrders orders;
  private final DeliveryReports reports;
  private final WakeupSignal signal;
  private final OutageLog outages;
  private final Thread resuming = Thread.ofVirtual().name("resume").unstarted(this::resumeLater);
  private long changes; // guarded by the signal

  public ChatService(
      ChannelDescription description,
      ChatSettings settings,
      ChatStore store,
      BusClient client,
      ChatEdge edge,
      ClientEnvironment environment) {
    this(description, settings, store, client, edge, environment, ChannelDuty.ALWAYS);
  }

  /** While it is not on {@code duty}, it passes messages of people on to the one that is. */
  public ChatService(
      ChannelDescription description,
      ChatSettings settings,
      ChatStore store,
      BusClient client,
      ChatEdge edge,
      ClientEnvironment environment,
      ChannelDuty duty) {
    this.client = client;
    this.signal = new WakeupSignal(environment.time());
    this.outages = new OutageLog(LOG, "The chat store", environment.time());
    var payloads = new ChatPayloads(description, client.clientId(), environment);
    var sender = new ChatSender(client);
    this.reports = new DeliveryReports(settings.agents(), store, payloads, sender, environment);
    var outgoing =
        new KeyedWorkers<ChatId, OutgoingLines>(
            "show",
            chat ->
                new OutgoingLines(chat, store, edge, reports, environment, settings.giveUpAfter()),
            this::noteChange);
    this.context =
        new ChatContext(
            description,
            settings,
            store,
            sender,
            payloads,
            outgoing,
            new StoppedMessages(),
            new ContinuedTurns(),
            new ServiceShift(duty),
            environment);
    this.peers =
        new KeyedWorkers<>("chat", chat -> new ChatWorker(chat, context), this::noteChange);
    this.orders = new TurnOrders(context, peers);
  }

  /** A client that is a chat itself gets only that chat's messages; others listen to all chats. */
  public ChatService start() throws RpcException, NoAnswer, InterruptedException {
    listen();
    return startOffDuty();
  }

  /** Starts without messages to the chats, until {@link #listen}. */
  public ChatService startOffDuty() throws InterruptedException {
    client.serveEvery(new ChatMessageHandler(context, peers)).onState(this::follow);
    client.start();
    if (!resume()) {
      resuming.start();
    }
    return this;
  }

  /** Subscribes to the messages to the chats, and serves the chats that have unfinished work. */
  public void listen() throws RpcException, NoAnswer, InterruptedException {
    for (String pattern : patterns()) {
      client.subscribe(pattern);
    }
    context.shift().listening(true);
    peers.forEach(peer -> peer.state().connected());
  }

  public void stopListening() throws RpcException, NoAnswer, InterruptedException {
    context.shift().listening(false);
    for (String pattern : patterns()) {
      client.unsubscribe(pattern);
    }
  }

  public boolean isListening() {
    return context.shift().isListening();
  }

  private List<String> patterns() {
    ChatId own = context.description().chatAt(client.clientId());
    List<String> topics = topics(own);
    return own == null
        ? Stream.concat(Stream.of(context.description().allChats().text()), topics.stream())
            .toList()
        : topics;
  }

  private List<String> topics(@Nullable ChatId own) {
    if (!(context.settings().agents() instanceof AgentSource.Topics source)) {
      return List.of();
    }
    ClassicTopics topics = context.topics(source);
    return own == null ? topics.outbound() : List.of(topics.outbound(own));
  }

  /** Returns false when the store cannot be read. */
  private boolean resume() throws InterruptedException {
    try {
      context.store().chatsToShow().forEach(chat -> context.outgoing().wake(chat, _ -> {}));
      context.store().chatsToServe().forEach(chat -> peers.wake(chat, _ -> {}));
      reports.resume();
      outages.recovered();
      return true;
    } catch (IOException broken) {
      outages.failed(String.valueOf(broken.getMessage()));
      return false;
    }
  }

  private void resumeLater() {
    try {
      do {
        context.environment().time().sleep(AFTER_DISK_FAILURE);
      } while (!resume());
    } catch (InterruptedException closed) {
      LOG.debug("The chat service is closed");
    }
  }

  private void follow(ClientState state) {
    switch (state) {
      case ClientState.Connected _ -> peers.forEach(peer -> peer.state().connected());
      // The client does not reconnect: unfinished work stays on disk.
      case ClientState.Stopped _ -> {
        peers.stop();
        noteChange();
      }
      case ClientState.Connecting _, ClientState.Waiting _ -> {}
    }
  }

  /** {@code Stored} survives a power failure. An id of the channel is accepted once. */
  public IntakeResult take(ChatId chat, ChatMessage said) throws IOException, InterruptedException {
    return taken(
        chat,
        said,
        typed -> {
          EnqueueResult result = context.store().keep(typed);
          if (result instanceof EnqueueResult.Stored) {
            peers.wake(chat, peer -> peer.state().stir());
          }
          return result;
        });
  }

  /** Answers a person who asked the channel itself, once per message. */
  public IntakeResult answer(ChatId chat, ChatMessage asked, String answer)
      throws IOException, InterruptedException {
    return taken(
        chat,
        asked,
        typed -> {
          EnqueueResult result = context.store().answer(typed, answer);
          if (result instanceof EnqueueResult.Stored) {
            context.outgoing().wake(chat, _ -> {});
          }
          return result;
        });
  }

  /** Stores a group message, which the agent sees with the next message to it. */
  public IntakeResult overhear(ChatId chat, ChatMessage said)
      throws IOException, InterruptedException {
    return taken(chat, said, context.store()::overhear);
  }

  /** Newest group messages since the last message to the agent, oldest first. */
  public List<ChatLine> overheard(ChatId chat, int limit) throws IOException, InterruptedException {
    return context.store().overheard(chat, limit);
  }

  private interface Keeping {
    EnqueueResult keep(TypedMessage typed) throws IOException, InterruptedException;
  }

  private IntakeResult taken(ChatId chat, ChatMessage said, Keeping keeping)
      throws IOException, InterruptedException {
    RawJson payload = context.payloads().typed(chat, said);
    if (payload.length() > BusClient.MAX_PAYLOAD) {
      return new IntakeResult.Refused(
          "the message is too long: more than " + BusClient.MAX_PAYLOAD + " bytes");
    }
    String ownId = said.messageId();
    String known = ownId == null ? null : context.description().address(chat) + "/" + ownId;
    if (known != null && known.length() > MessageId.MAX_LENGTH) {
      return new IntakeResult.Refused("the message id is too long");
    }
    MessageId id = known == null ? context.payloads().newId() : new MessageId(known);
    return switch (keeping.keep(new TypedMessage(chat, id, ownId, said.text(), payload))) {
      case EnqueueResult.Stored _ -> new IntakeResult.Stored(id);
      case EnqueueResult.Duplicate _ -> new IntakeResult.Duplicate(id);
      case EnqueueResult.Full(String reason) -> new IntakeResult.Refused(reason);
    };
  }

  public CommandAnswer command(ChatId chat, String command)
      throws IOException, InterruptedException {
    Address agent = agentOf(chat);
    return agent == null
        ? new CommandAnswer.NoAgent()
        : answer(agent, context.payloads().command(chat, agent, command));
  }

  /** Null without an agent or when it does not answer. */
  public @Nullable RawJson agentStatus(ChatId chat) throws IOException, InterruptedException {
    Address agent = agentOf(chat);
    return agent != null
            && context.sender().send(context.payloads().command(chat, agent, "status"))
                instanceof SendAttempt.Delivered(Ack ack)
        ? ack.payload()
        : null;
  }

  /** Ends the turns of all open messages; without one, the latest turn. The agent stays. */
  public CommandAnswer stop(ChatId chat) throws IOException, InterruptedException {
    return orders.stop(chat, agentOf(chat));
  }

  /** Lets a turn go on that the loop guard of the bus refused. */
  public CommandAnswer continueTurn(ChatId chat) throws IOException, InterruptedException {
    return orders.continueLatest(chat);
  }

  /** Also stops its own agent; one that cannot be reached now stops when it is idle. */
  public void delete(ChatId chat) throws IOException, InterruptedException {
    Address agent = agentOf(chat);
    AgentSource source = context.agents(chat);
    context.store().delete(chat);
    peers.find(chat).ifPresent(peer -> peer.state().stir());
    noteChange();
    if (agent != null && source instanceof AgentSource.Spawned) {
      answer(agent, context.payloads().stopRequest(chat, agent));
    }
  }

  private @Nullable Address agentOf(ChatId chat) throws IOException, InterruptedException {
    return switch (context.agents(chat)) {
      case AgentSource.Spawned _ -> context.store().assignment(chat).agent();
      case AgentSource.Fixed(Address fixed) -> fixed;
      case AgentSource.Topics _ -> null;
    };
  }

  private CommandAnswer answer(Address agent, Envelope order) throws InterruptedException {
    return answer(agent, context.sender().send(order));
  }

  private static CommandAnswer answer(Address agent, SendAttempt attempt) {
    return switch (attempt) {
      case SendAttempt.Delivered(Ack ack) -> new CommandAnswer.Done(CommandReplyText.of(ack));
      case SendAttempt.Refused(String why) -> new CommandAnswer.Refused(why);
      case SendAttempt.NoRecipient _ -> new CommandAnswer.Unreachable(agent, "is not connected");
      case SendAttempt.Retry(Duration _, String why) ->
          new CommandAnswer.Unreachable(agent, "cannot answer now: " + why);
      case SendAttempt.Offline(String why, _) ->
          new CommandAnswer.Unreachable(agent, "cannot be reached: " + why);
    };
  }

  /** Asks the agent, because the store may be out of date. */
  public String describeAgent(ChatId chat) throws IOException, InterruptedException {
    ChatStage stage = status(chat).stage();
    Address agent = agentOf(chat);
    if (agent == null) {
      return stage.words();
    }
    SendAttempt attempt = context.sender().send(context.payloads().command(chat, agent, "status"));
    return switch (attempt) {
      case SendAttempt.Delivered(Ack ack) when isBusy(ack.payload()) ->
          agent + " is working on an answer.";
      case SendAttempt.Delivered _, SendAttempt.Refused _ ->
          stage instanceof ChatStage.Configuring
              ? stage.words()
              : new ChatStage.Ready(agent).words();
      case SendAttempt.NoRecipient _, SendAttempt.Retry _, SendAttempt.Offline _ ->
          answer(agent, attempt).words();
    };
  }

  private static boolean isBusy(RawJson status) {
    RawJson busy = status.fields().find("busy");
    return busy != null && busy.isTrue();
  }

  public ChatStatus status(ChatId chat) throws IOException, InterruptedException {
    AgentAssignment assignment = context.store().assignment(chat);
    ChatStage stage =
        peers
            .find(chat)
            .map(peer -> peer.state().stage())
            .orElseGet(() -> ChatStage.of(assignment));
    return new ChatStatus(stage, context.store().backlog(chat));
  }

  /** Returns false at the deadline, or when the connection has ended for good. */
  public boolean awaitQuiet(ChatId chat, Duration atMost) throws IOException, InterruptedException {
    Instant until = context.environment().time().now().plus(atMost);
    while (true) {
      long before = signal.ask(() -> changes);
      if (context.store().backlog(chat).isEmpty()) {
        return true;
      }
      if (client.state() instanceof ClientState.Stopped
          || !signal.await(until, () -> changes != before)) {
        return false;
      }
    }
  }

  private void noteChange() {
    signal.ring(() -> changes++);
  }

  /** Newest lines that the person has seen, oldest first. */
  public List<ChatLine> history(ChatId chat, int limit) throws IOException, InterruptedException {
    return context.store().history(chat, Long.MAX_VALUE, limit).lines();
  }

  /** The next chat service on the same store resumes unfinished work. */
  @Override
  public void close() {
    resuming.interrupt();
    peers.stop();
    context.outgoing().stop();
    reports.stop();
    try {
      // The workers may still write to the store, which the caller closes next.
      peers.awaitStopped(FAREWELL);
      context.outgoing().awaitStopped(FAREWELL);
      reports.awaitStopped(FAREWELL);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
