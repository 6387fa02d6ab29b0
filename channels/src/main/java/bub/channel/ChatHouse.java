package bub.channel;

import bub.channel.store.Assignment;
import bub.channel.store.ChatStore;
import bub.channel.store.Kept;
import bub.channel.store.Line;
import bub.channel.store.Typed;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.OutageLog;
import bub.client.State;
import bub.client.Surroundings;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.message.TgMessage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All chats of one channel: one connection to the bus, one store, one edge to the people. What a
 * person typed is answered exactly once, or its end is told, whatever is killed meanwhile. Safe for
 * any thread; calls block.
 *
 * <p>A store belongs to one channel and to one source of agents. The client must not be connected
 * yet; the house starts it, but whoever made store and client closes them, after the house.
 */
public final class ChatHouse implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChatHouse.class);
  private static final Duration FAREWELL = Duration.ofSeconds(1);
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final BusClient client;
  private final Household house;
  private final Lanes<ChatPeer> peers;
  private final DeliveryReports reports;
  private final Bell bell;
  private final OutageLog outages;
  private final Thread resuming = Thread.ofVirtual().name("resume").unstarted(this::resumeLater);
  private long changes; // guarded by the bell

  public ChatHouse(
      ChannelFacts facts,
      HouseSettings settings,
      ChatStore store,
      BusClient client,
      Edge edge,
      Surroundings surroundings) {
    this.client = client;
    this.bell = new Bell(surroundings.time());
    this.outages = new OutageLog(LOG, "the store of chats", surroundings.time());
    var letters = new Letters(facts, surroundings);
    var post = new Post(client);
    this.reports = new DeliveryReports(settings.agents(), store, letters, post, surroundings);
    var ushers =
        new Lanes<>(
            "show",
            chat -> new Usher(chat, store, edge, reports, surroundings, settings.giveUpAfter()),
            this::noteChange);
    this.house = new Household(facts, settings, store, post, letters, ushers, surroundings);
    this.peers = new Lanes<>("chat", chat -> new ChatPeer(chat, house), this::noteChange);
  }

  /**
   * Connects, however often it takes, and goes on with what is unfinished. A client that is itself
   * a chat of this channel hears what is said to it; any other listens to all chats.
   */
  public ChatHouse start() throws RpcException, NoAnswer, InterruptedException {
    client.serveEvery(new Reception(house, peers)).onState(this::follow);
    ChatId own = house.facts().chatAt(client.clientId());
    if (own == null) {
      client.subscribe(house.facts().allChats().text());
    }
    for (String topic : topics(own)) {
      client.subscribe(topic);
    }
    client.start();
    if (!resume()) {
      resuming.start();
    }
    return this;
  }

  /** Topics whose messages are shown to people, beside the addresses of their chats. */
  private List<String> topics(@Nullable ChatId own) {
    if (!(house.settings().agents() instanceof AgentSource.Topics source)) {
      return List.of();
    }
    ClassicTopics topics = house.topics(source);
    return own == null ? topics.outbound() : List.of(topics.outbound(own));
  }

  /** Goes on with what is unfinished; false when the store cannot say what that is. */
  private boolean resume() throws InterruptedException {
    try {
      house.store().chatsToShow().forEach(chat -> house.ushers().wake(chat, _ -> {}));
      house.store().chatsToServe().forEach(chat -> peers.wake(chat, _ -> {}));
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
        house.surroundings().time().sleep(AFTER_DISK_FAILURE);
      } while (!resume());
    } catch (InterruptedException closed) {
      LOG.debug("the house is closed");
    }
  }

  private void follow(State state) {
    switch (state) {
      case State.Connected _ -> peers.forEach(peer -> peer.situation().connected());
      // There will be no connection any more: what is unfinished stays on disk.
      case State.Stopped _ -> {
        peers.stop();
        noteChange();
      }
      case State.Connecting _, State.Waiting _ -> {}
    }
  }

  /**
   * Takes what a person typed; when this returns {@code Stored}, not even a power cut can lose it.
   * A message with an id of the channel's own is taken once.
   */
  public Taken take(ChatId chat, TgMessage said) throws IOException, InterruptedException {
    return taken(
        chat,
        said,
        typed -> {
          Kept kept = house.store().keep(typed);
          if (kept instanceof Kept.Stored) {
            peers.wake(chat, peer -> peer.situation().stir());
          }
          return kept;
        });
  }

  /** Says something to a person who asked the channel itself: once for each message. */
  public Taken answer(ChatId chat, TgMessage asked, String answer)
      throws IOException, InterruptedException {
    return taken(
        chat,
        asked,
        typed -> {
          Kept kept = house.store().answer(typed, answer);
          if (kept instanceof Kept.Stored) {
            house.ushers().wake(chat, _ -> {});
          }
          return kept;
        });
  }

  /** Takes what people of a group say to each other: no agent sees it before it is spoken to. */
  public Taken overhear(ChatId chat, TgMessage said) throws IOException, InterruptedException {
    return taken(chat, said, house.store()::overhear);
  }

  /** What was overheard since the agent was last spoken to: the newest, oldest first. */
  public List<Line> overheard(ChatId chat, int limit) throws IOException, InterruptedException {
    return house.store().overheard(chat, limit);
  }

  /** Puts something that a person typed on disk, one way or another. */
  private interface Keeping {
    Kept keep(Typed typed) throws IOException, InterruptedException;
  }

  private Taken taken(ChatId chat, TgMessage said, Keeping keeping)
      throws IOException, InterruptedException {
    RawJson payload = house.letters().typed(chat, said);
    if (payload.length() > BusClient.MAX_PAYLOAD) {
      return new Taken.Refused("it is too long: more than " + BusClient.MAX_PAYLOAD + " bytes");
    }
    String ownId = said.messageId();
    String known = ownId == null ? null : house.facts().address(chat) + "/" + ownId;
    if (known != null && known.length() > MessageId.MAX_LENGTH) {
      return new Taken.Refused("its id is too long");
    }
    MessageId id = known == null ? house.letters().newId() : new MessageId(known);
    return switch (keeping.keep(new Typed(chat, id, ownId, said.text(), payload))) {
      case Kept.Stored _ -> new Taken.Stored(id);
      case Kept.Duplicate _ -> new Taken.Duplicate(id);
      case Kept.Full(String reason) -> new Taken.Refused(reason);
    };
  }

  /** Has the chat's agent carry out a command of its own, such as {@code status}. */
  public CommandAnswer command(ChatId chat, String command)
      throws IOException, InterruptedException {
    Address agent = agentOf(chat);
    return agent == null
        ? new CommandAnswer.NoAgent()
        : answer(agent, house.letters().command(chat, agent, command));
  }

  /** Status that the chat's agent reports; null without an agent or when it does not answer. */
  public @Nullable RawJson agentStatus(ChatId chat) throws IOException, InterruptedException {
    Address agent = agentOf(chat);
    return agent != null
            && house.post().send(house.letters().command(chat, agent, "status"))
                instanceof Posted.Taken(Ack ack)
        ? ack.payload()
        : null;
  }

  /**
   * Ends what the chat's agent is doing: what was typed so far stays unanswered, and the agent is
   * stopped until something else is typed.
   */
  public CommandAnswer stop(ChatId chat) throws IOException, InterruptedException {
    Address agent = agentOf(chat);
    // First, or else the agent would be wanted again at once.
    int dropped = house.store().drop(chat);
    peers.find(chat).ifPresent(peer -> peer.situation().stir());
    return switch (house.agents(chat)) {
      case AgentSource.Fixed(Address fixed) when dropped == 0 ->
          new CommandAnswer.Refused(fixed + " does nothing for this chat");
      case AgentSource.Fixed _ -> new CommandAnswer.Done(dropped + " dropped");
      case AgentSource.Topics _ -> new CommandAnswer.Done(dropped + " dropped");
      case AgentSource.Spawned _ when agent == null -> new CommandAnswer.NoAgent();
      case AgentSource.Spawned _ -> answer(agent, house.letters().stopRequest(chat, agent));
    };
  }

  /**
   * Forgets a chat and all that was said in it. An agent of its own is stopped; when it cannot be
   * reached now, it ends by itself when nobody talks to it.
   */
  public void delete(ChatId chat) throws IOException, InterruptedException {
    Address agent = agentOf(chat);
    AgentSource source = house.agents(chat);
    house.store().delete(chat);
    peers.find(chat).ifPresent(peer -> peer.situation().stir());
    noteChange();
    if (agent != null && source instanceof AgentSource.Spawned) {
      answer(agent, house.letters().stopRequest(chat, agent));
    }
  }

  private @Nullable Address agentOf(ChatId chat) throws IOException, InterruptedException {
    return switch (house.agents(chat)) {
      case AgentSource.Spawned _ -> house.store().assignment(chat).agent();
      case AgentSource.Fixed(Address fixed) -> fixed;
      case AgentSource.Topics _ -> null;
    };
  }

  private CommandAnswer answer(Address agent, Envelope order) throws InterruptedException {
    return answer(agent, house.post().send(order));
  }

  private static CommandAnswer answer(Address agent, Posted posted) {
    return switch (posted) {
      case Posted.Taken(Ack ack) -> new CommandAnswer.Done(CommandText.of(ack));
      case Posted.Refused(String why) -> new CommandAnswer.Refused(why);
      case Posted.Nobody _ -> new CommandAnswer.Unreachable(agent, "is not connected");
      case Posted.Later(Duration _, String why) ->
          new CommandAnswer.Unreachable(agent, "cannot answer now: " + why);
      case Posted.Offline(String why) ->
          new CommandAnswer.Unreachable(agent, "cannot be reached: " + why);
    };
  }

  /**
   * Describes the chat's agent as it is now. Asks the agent, because the store may be out of date.
   */
  public String describeAgent(ChatId chat) throws IOException, InterruptedException {
    Stage stage = standing(chat).stage();
    Address agent = agentOf(chat);
    if (agent == null) {
      return stage.words();
    }
    Posted posted = house.post().send(house.letters().command(chat, agent, "status"));
    return switch (posted) {
      case Posted.Taken(Ack ack) when isBusy(ack.payload()) -> agent + " is working on an answer";
      case Posted.Taken _, Posted.Refused _ ->
          stage instanceof Stage.Configuring ? stage.words() : new Stage.Ready(agent).words();
      case Posted.Nobody _, Posted.Later _, Posted.Offline _ -> answer(agent, posted).words();
    };
  }

  private static boolean isBusy(RawJson status) {
    RawJson busy = status.fields().find("busy");
    return busy != null && busy.isTrue();
  }

  public Standing standing(ChatId chat) throws IOException, InterruptedException {
    Assignment assignment = house.store().assignment(chat);
    Stage stage =
        peers
            .find(chat)
            .map(peer -> peer.situation().stage())
            .orElseGet(() -> Stage.of(assignment));
    return new Standing(stage, house.store().backlog(chat));
  }

  /**
   * Waits until everything that was typed in a chat is answered or given up, and shown; false when
   * that does not come in time, or never because there will be no connection any more.
   */
  public boolean awaitQuiet(ChatId chat, Duration atMost) throws IOException, InterruptedException {
    Instant until = house.surroundings().time().now().plus(atMost);
    while (true) {
      long before = bell.ask(() -> changes);
      if (house.store().backlog(chat).isEmpty()) {
        return true;
      }
      if (client.state() instanceof State.Stopped || !bell.await(until, () -> changes != before)) {
        return false;
      }
    }
  }

  private void noteChange() {
    bell.ring(() -> changes++);
  }

  /** The newest lines that the person knows, oldest first. */
  public List<Line> history(ChatId chat, int limit) throws IOException, InterruptedException {
    return house.store().history(chat, Long.MAX_VALUE, limit).lines();
  }

  /** Stops; what is unfinished goes on with the next house on the same store. */
  @Override
  public void close() {
    resuming.interrupt();
    peers.stop();
    house.ushers().stop();
    reports.stop();
    try {
      // Their last words to the store: it is closed next.
      peers.awaitStopped(FAREWELL);
      house.ushers().awaitStopped(FAREWELL);
      reports.awaitStopped(FAREWELL);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
