package bub.console.api;

import bub.channel.ChannelDescription;
import bub.channel.ChatStage;
import bub.channel.ChatStatus;
import bub.channel.CommandAnswer;
import bub.channel.IntakeResult;
import bub.channel.store.ChatProfile;
import bub.channel.store.ChatSummary;
import bub.channel.web.WebChat;
import bub.console.http.ApiRefusal;
import bub.console.http.ApiRequest;
import bub.console.http.Endpoint;
import bub.console.http.Endpoint.Nothing;
import bub.console.http.QueryParameter;
import bub.console.view.ChatViews.ChatName;
import bub.console.view.ChatViews.ChatView;
import bub.console.view.ChatViews.ChatsView;
import bub.console.view.ChatViews.ChatsView.ChatEntry;
import bub.console.view.ChatViews.CommandReply;
import bub.console.view.ChatViews.CommandRequest;
import bub.console.view.ChatViews.HistoryView;
import bub.console.view.ChatViews.LineView;
import bub.console.view.ChatViews.NewChatRequest;
import bub.console.view.ChatViews.RenameRequest;
import bub.console.view.ChatViews.Said;
import bub.console.view.ChatViews.SayRequest;
import bub.console.view.ChatViews.ToolView;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** HTTP API for the chats of the page's users. */
public record ChatApi(WebChat chats, ChannelChats others, Supplier<ChatId> newIds) {
  private static final ChannelDescription WEB = ChannelDescription.WEB;
  private static final String WHO = "agent";
  private static final QueryParameter.Range LINES = new QueryParameter.Range(1, 1_000, 200);
  private static final int MAX_OWN_ID = 64;
  private static final int MAX_TITLE = 100;

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get("/api/chats", "Lists the chats, newest first.", ChatsView.class, this::chats)
            .with(QueryParameter.text("text", "Text in the title or in a line.")),
        Endpoint.post(
            "/api/chats",
            "Creates the id of a new chat, with its own agent or with an existing one.",
            NewChatRequest.class,
            ChatName.class,
            request -> newChat(request.body())),
        Endpoint.get(
                "/api/channel-chats",
                "Lists the chats of other channels, newest first. Operators need a grant to write.",
                ChatsView.class,
                request -> new ChatsView(others.list(request.text("text", ""))))
            .with(QueryParameter.text("text", "Text in the address.")),
        Endpoint.get(
            "/api/chats/{id}", "Returns the state of a chat.", ChatView.class, this::status),
        Endpoint.get(
                "/api/chats/{id}/history",
                "Returns the newest lines.",
                HistoryView.class,
                this::history)
            .with(
                QueryParameter.whole(
                    "limit", "Maximum number of lines; fewer if they are long.", LINES),
                QueryParameter.whole("before", "Number of a line; returns older lines only.")),
        Endpoint.post(
            "/api/chats/{id}/say",
            "Sends a message and stores it before the response. In a chat of another channel, the"
                + " message is an operator's.",
            SayRequest.class,
            Said.class,
            this::say),
        Endpoint.post(
            "/api/chats/{id}/rename",
            "Renames a chat.",
            RenameRequest.class,
            ChatName.class,
            this::rename),
        Endpoint.post(
            "/api/chats/{id}/delete",
            "Deletes a chat with all its lines and stops its own agent.",
            Nothing.class,
            ChatName.class,
            this::delete),
        Endpoint.post(
            "/api/chats/{id}/command",
            "Runs a command of the chat's agent, or returns the agent's state.",
            CommandRequest.class,
            CommandReply.class,
            this::command),
        Endpoint.post(
            "/api/chats/{id}/stop",
            "Stops the turns of the chat that run now.",
            Nothing.class,
            CommandReply.class,
            request -> text(chats.stop(chat(request)))),
        Endpoint.post(
            "/api/chats/{id}/continue",
            "Continues a turn of the chat that reached a limit of the loop guard.",
            Nothing.class,
            CommandReply.class,
            request -> text(chats.continueTurn(chat(request)))));
  }

  private static ChatId chat(ApiRequest<?> request) throws ApiRefusal {
    String id = request.path("id");
    if (ChannelChats.isOne(id)) {
      throw ChannelChats.elsewhere(id);
    }
    return ChatId.check("id", id);
  }

  private ChatsView chats(ApiRequest<?> request) throws IOException, InterruptedException {
    String wanted = request.text("text", "");
    var all = new ArrayList<ChatEntry>();
    for (ChatSummary talk : chats.list(wanted)) {
      LineView last = LineView.of(talk.latest());
      String address = WEB.address(talk.chat()).value();
      String title = ChatTitle.of(talk.title());
      all.add(new ChatEntry(talk.chat().value(), address, title, last, last.at(), false));
    }
    return new ChatsView(all);
  }

  private ChatName newChat(NewChatRequest order) throws IOException, InterruptedException {
    ChatId chat = newIds.get();
    if (order.agent() != null) {
      Address agent = Address.check("agent", order.agent());
      if (WEB.chatAt(agent) != null) {
        throw new InvalidField("agent", "must not be a chat of this console");
      }
      chats.choose(chat, agent);
    }
    return name(chat);
  }

  private static ChatName name(ChatId chat) {
    return new ChatName(chat.value(), WEB.address(chat).value());
  }

  private ChatName rename(ApiRequest<RenameRequest> request)
      throws ApiRefusal, IOException, InterruptedException {
    ChatId chat = chat(request);
    String title = request.body().title().strip();
    if (title.isEmpty() || title.length() > MAX_TITLE) {
      throw new InvalidField("title", "must have 1 to " + MAX_TITLE + " characters");
    }
    chats.rename(chat, title);
    return name(chat);
  }

  private ChatName delete(ApiRequest<?> request)
      throws ApiRefusal, IOException, InterruptedException {
    ChatId chat = chat(request);
    chats.delete(chat);
    return name(chat);
  }

  private ChatView status(ApiRequest<?> request) throws Exception {
    String id = request.path("id");
    if (ChannelChats.isOne(id)) {
      return others.status(Address.check("id", id));
    }
    ChatId chat = chat(request);
    ChatStatus status = chats.status(chat);
    ChatStage stage = status.stage();
    ChatProfile profile = chats.profile(chat);
    Address agent = agent(stage) == null ? profile.chosenAgent() : agent(stage);
    return new ChatView(
        chat.value(),
        WEB.address(chat).value(),
        ChatTitle.of(profile.title()),
        word(stage),
        agent == null ? null : agent.value(),
        stage.words(),
        status.backlog().toDeliver(),
        status.backlog().unanswered(),
        false,
        null);
  }

  private static String word(ChatStage stage) {
    return switch (stage) {
      case ChatStage.NoAgent _ -> "no_agent";
      case ChatStage.Spawning _ -> "spawning";
      case ChatStage.Configuring _ -> "configuring";
      case ChatStage.Ready _ -> "ready";
    };
  }

  private static @Nullable Address agent(ChatStage stage) {
    return switch (stage) {
      case ChatStage.NoAgent _, ChatStage.Spawning _ -> null;
      case ChatStage.Configuring(Address agent) -> agent;
      case ChatStage.Ready(Address agent) -> agent;
    };
  }

  private HistoryView history(ApiRequest<?> request) throws Exception {
    request.expectMuch();
    int limit = request.whole("limit", LINES);
    Long number = request.number("before");
    long before = number == null ? Long.MAX_VALUE : number;
    String id = request.path("id");
    if (ChannelChats.isOne(id)) {
      return others.history(Address.check("id", id), before, limit);
    }
    ChatId chat = chat(request);
    WebChat.History past = chats.history(chat, before, limit);
    return new HistoryView(
        past.page().lines().stream().map(LineView::of).toList(),
        past.page().hasMore(),
        past.toolCalls().stream().map(ToolView::of).toList());
  }

  private Said say(ApiRequest<SayRequest> request) throws Exception {
    SayRequest order = request.body();
    if (order.text().isBlank()) {
      throw new InvalidField("text", "must not be empty");
    }
    String ownId = order.id();
    if (ownId != null && (ownId.isEmpty() || ownId.length() > MAX_OWN_ID)) {
      throw new InvalidField("id", "must have 1 to " + MAX_OWN_ID + " characters");
    }
    String name = request.path("id");
    if (ChannelChats.isOne(name)) {
      return others.say(Address.check("id", name), order);
    }
    return switch (chats.say(chat(request), order.text(), ownId)) {
      case IntakeResult.Stored(var id) -> new Said(id.value(), false);
      case IntakeResult.Duplicate(var id) -> new Said(id.value(), true);
      case IntakeResult.Refused(String reason) ->
          throw new ApiRefusal(409, "conflict", reason, false);
    };
  }

  private CommandReply command(ApiRequest<CommandRequest> request)
      throws ApiRefusal, IOException, InterruptedException {
    ChatId chat = chat(request);
    String command = request.body().command();
    return command.equals(WHO)
        ? new CommandReply(chats.describeAgent(chat))
        : text(chats.command(chat, command));
  }

  private static CommandReply text(CommandAnswer answer) throws ApiRefusal {
    return switch (answer) {
      case CommandAnswer.Done(String text) -> new CommandReply(text);
      case CommandAnswer.Refused(String reason) -> throw ApiRefusal.refused(reason);
      case CommandAnswer.NoAgent _ ->
          throw ApiRefusal.notFound("this chat has no agent yet; send a message first");
      case CommandAnswer.Unreachable(Address agent, String reason) ->
          throw ApiRefusal.busy(agent + " " + reason);
    };
  }
}
