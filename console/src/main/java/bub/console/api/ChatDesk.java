package bub.console.api;

import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.CommandAnswer;
import bub.channel.Stage;
import bub.channel.Standing;
import bub.channel.Taken;
import bub.channel.store.ChatStore;
import bub.channel.store.Past;
import bub.channel.store.Profile;
import bub.channel.store.Talk;
import bub.console.http.ApiRefusal;
import bub.console.http.Asked;
import bub.console.http.Endpoint;
import bub.console.http.Endpoint.Nothing;
import bub.console.http.Param;
import bub.console.live.WebEdge;
import bub.console.view.ChatName;
import bub.console.view.ChatView;
import bub.console.view.ChatsView;
import bub.console.view.ChatsView.ChatEntry;
import bub.console.view.CommandOrder;
import bub.console.view.CommandText;
import bub.console.view.HistoryView;
import bub.console.view.LineView;
import bub.console.view.NewChatOrder;
import bub.console.view.RenameOrder;
import bub.console.view.Said;
import bub.console.view.SayOrder;
import bub.console.view.ToolView;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import bub.protocol.message.TgMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The chats of people who sit before the page.
 *
 * @param windows all that have the page open: what is typed in one is seen in the others
 * @param others chats of other channels
 * @param newIds makes names for chats that nobody has named
 */
public record ChatDesk(
    ChatHouse house,
    ChatStore store,
    WebEdge windows,
    ChannelChats others,
    Supplier<ChatId> newIds) {
  private static final ChannelFacts WEB = ChannelFacts.WEB;
  private static final String PERSON = "operator";
  private static final String WHO = "agent";
  private static final int MOST_CHATS = 200;
  private static final int GLANCE = 200;
  private static final Param.Range LINES = new Param.Range(1, 1_000, 200);
  private static final int MAX_OWN_ID = 64;
  private static final int MAX_TITLE = 100;

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get("/api/chats", "The chats, the latest first.", ChatsView.class, this::chats)
            .with(Param.text("text", "in the title or in what was said")),
        Endpoint.post(
            "/api/chats",
            "A name for a new chat, with an agent of its own or with one that is there already.",
            NewChatOrder.class,
            ChatName.class,
            asked -> newChat(asked.body())),
        Endpoint.get(
                "/api/channel-chats",
                "The chats of other channels, the latest first. Operators write in those that are"
                    + " granted.",
                ChatsView.class,
                asked -> new ChatsView(others.list(asked.text("text", ""))))
            .with(Param.text("text", "in the address")),
        Endpoint.get("/api/chats/{id}", "How a chat is.", ChatView.class, this::standing),
        Endpoint.get("/api/chats/{id}/history", "What was said.", HistoryView.class, this::history)
            .with(
                Param.whole("limit", "of the newest lines; fewer when they are long", LINES),
                Param.whole("before", "the number of a line: only older ones")),
        Endpoint.post(
            "/api/chats/{id}/say",
            "Says something; it is on disk when this answers. In a chat of another channel, an"
                + " operator says it.",
            SayOrder.class,
            Said.class,
            this::say),
        Endpoint.post(
            "/api/chats/{id}/rename",
            "Gives a chat another title.",
            RenameOrder.class,
            ChatName.class,
            this::rename),
        Endpoint.post(
            "/api/chats/{id}/delete",
            "Forgets a chat and all that was said in it, and stops an agent of its own.",
            Nothing.class,
            ChatName.class,
            this::delete),
        Endpoint.post(
            "/api/chats/{id}/command",
            "Has the chat's agent carry out a command of its own, or tells how the agent is.",
            CommandOrder.class,
            CommandText.class,
            this::command),
        Endpoint.post(
            "/api/chats/{id}/stop",
            "Ends what the chat's agent is doing; it comes back when something else is said.",
            Nothing.class,
            CommandText.class,
            this::stop));
  }

  /** A chat of this console. */
  private static ChatId chat(Asked<?> asked) throws ApiRefusal {
    String id = asked.path("id");
    if (ChannelChats.isOne(id)) {
      throw ChannelChats.elsewhere(id);
    }
    return ChatId.check("id", id);
  }

  private ChatsView chats(Asked<?> asked) throws IOException, InterruptedException {
    String wanted = asked.text("text", "");
    var all = new ArrayList<ChatEntry>();
    for (Talk talk : store.talks(wanted, MOST_CHATS, GLANCE)) {
      LineView last = LineView.of(talk.latest());
      String address = WEB.address(talk.chat()).value();
      String title = ChatTitle.of(talk.title());
      all.add(new ChatEntry(talk.chat().value(), address, title, last, last.at(), false));
    }
    return new ChatsView(all);
  }

  private ChatName newChat(NewChatOrder order) throws IOException, InterruptedException {
    ChatId chat = newIds.get();
    if (order.agent() != null) {
      Address agent = Address.check("agent", order.agent());
      if (WEB.chatAt(agent) != null) {
        throw new InvalidField("agent", "must not be a chat of this console");
      }
      store.choose(chat, agent);
    }
    return name(chat);
  }

  private static ChatName name(ChatId chat) {
    return new ChatName(chat.value(), WEB.address(chat).value());
  }

  private ChatName rename(Asked<RenameOrder> asked)
      throws ApiRefusal, IOException, InterruptedException {
    ChatId chat = chat(asked);
    String title = asked.body().title().strip();
    if (title.isEmpty() || title.length() > MAX_TITLE) {
      throw new InvalidField("title", "must have 1 to " + MAX_TITLE + " characters");
    }
    store.rename(chat, title);
    windows.listChanged();
    return name(chat);
  }

  private ChatName delete(Asked<?> asked) throws ApiRefusal, IOException, InterruptedException {
    ChatId chat = chat(asked);
    house.delete(chat);
    windows.listChanged();
    return name(chat);
  }

  private ChatView standing(Asked<?> asked) throws Exception {
    String id = asked.path("id");
    if (ChannelChats.isOne(id)) {
      return others.standing(Address.check("id", id));
    }
    ChatId chat = chat(asked);
    Standing standing = house.standing(chat);
    Stage stage = standing.stage();
    Profile profile = store.profile(chat);
    Address agent = agent(stage) == null ? profile.chosenAgent() : agent(stage);
    return new ChatView(
        chat.value(),
        WEB.address(chat).value(),
        ChatTitle.of(profile.title()),
        word(stage),
        agent == null ? null : agent.value(),
        stage.words(),
        standing.backlog().toDeliver(),
        standing.backlog().unanswered(),
        false,
        null);
  }

  private static String word(Stage stage) {
    return switch (stage) {
      case Stage.NoAgent _ -> "no_agent";
      case Stage.Spawning _ -> "spawning";
      case Stage.Configuring _ -> "configuring";
      case Stage.Ready _ -> "ready";
    };
  }

  private static @Nullable Address agent(Stage stage) {
    return switch (stage) {
      case Stage.NoAgent _, Stage.Spawning _ -> null;
      case Stage.Configuring(Address agent) -> agent;
      case Stage.Ready(Address agent) -> agent;
    };
  }

  private HistoryView history(Asked<?> asked) throws Exception {
    asked.expectMuch();
    int limit = asked.whole("limit", LINES);
    Long number = asked.number("before");
    long before = number == null ? Long.MAX_VALUE : number;
    String id = asked.path("id");
    if (ChannelChats.isOne(id)) {
      return others.history(Address.check("id", id), before, limit);
    }
    ChatId chat = chat(asked);
    Past past = store.history(chat, before, limit);
    List<LineView> lines = past.lines().stream().map(LineView::of).toList();
    long first = past.hasMore() ? lines.getFirst().number() : 0;
    List<ToolView> tools = store.toolCalls(chat, first, before).stream().map(ToolView::of).toList();
    return new HistoryView(lines, past.hasMore(), tools);
  }

  private Said say(Asked<SayOrder> asked) throws Exception {
    SayOrder order = asked.body();
    if (order.text().isBlank()) {
      throw new InvalidField("text", "must not be empty");
    }
    String ownId = order.id();
    if (ownId != null && (ownId.isEmpty() || ownId.length() > MAX_OWN_ID)) {
      throw new InvalidField("id", "must have 1 to " + MAX_OWN_ID + " characters");
    }
    String name = asked.path("id");
    if (ChannelChats.isOne(name)) {
      return others.say(Address.check("id", name), order);
    }
    var said =
        new TgMessage(
            order.text(), PERSON, WEB.channel(), null, null, null, ownId, null, List.of());
    ChatId chat = chat(asked);
    return switch (house.take(chat, said)) {
      case Taken.Stored(var id) -> {
        store.typed(chat, id).ifPresent(line -> windows.show(chat, line));
        yield new Said(id.value(), false);
      }
      case Taken.Duplicate(var id) -> new Said(id.value(), true);
      case Taken.Refused(String reason) -> throw new ApiRefusal(409, "conflict", reason, false);
    };
  }

  private CommandText command(Asked<CommandOrder> asked)
      throws ApiRefusal, IOException, InterruptedException {
    ChatId chat = chat(asked);
    String command = asked.body().command();
    return command.equals(WHO)
        ? new CommandText(house.describeAgent(chat))
        : text(house.command(chat, command));
  }

  private CommandText stop(Asked<?> asked) throws ApiRefusal, IOException, InterruptedException {
    CommandAnswer answer = house.stop(chat(asked));
    // The system agent lists what it ended; here one word is enough.
    return text(answer instanceof CommandAnswer.Done ? new CommandAnswer.Done("stopped") : answer);
  }

  private static CommandText text(CommandAnswer answer) throws ApiRefusal {
    return switch (answer) {
      case CommandAnswer.Done(String text) -> new CommandText(text);
      case CommandAnswer.Refused(String reason) -> throw ApiRefusal.refused(reason);
      case CommandAnswer.NoAgent _ ->
          throw ApiRefusal.notFound("this chat has no agent yet: say something first");
      case CommandAnswer.Unreachable(Address agent, String reason) ->
          throw ApiRefusal.busy(agent + " " + reason);
    };
  }
}
