package bub.channel.web;

import bub.channel.ChannelDescription;
import bub.channel.ChatService;
import bub.channel.ChatSettings;
import bub.channel.ChatStatus;
import bub.channel.CommandAnswer;
import bub.channel.IntakeResult;
import bub.channel.store.ChatLimits;
import bub.channel.store.ChatProfile;
import bub.channel.store.ChatStore;
import bub.channel.store.ChatSummary;
import bub.channel.store.HistoryPage;
import bub.channel.store.StoredToolCall;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chats of the people at a web page, {@code web:*}. Safe for any thread; calls block. */
public final class WebChat implements AutoCloseable {

  /** A page of a chat's history with the tool calls between its lines. */
  public record History(HistoryPage page, List<StoredToolCall> toolCalls) {}

  private static final Logger LOG = LoggerFactory.getLogger(WebChat.class);
  private static final ChannelDescription WEB = ChannelDescription.WEB;
  private static final String PERSON = "operator";
  private static final int MAX_CHATS = 200;
  private static final int MAX_LATEST_TEXT = 200;

  private final BusClient client;
  private final ChatStore store;
  private final WebChatListener pages;
  private final ChatService chats;

  private WebChat(
      ChatSettings settings,
      ChatStore store,
      BusClient client,
      WebChatListener pages,
      ClientEnvironment environment) {
    this.client = client;
    this.store = store;
    this.pages = pages;
    this.chats = new ChatService(WEB, settings, store, client, new WebEdge(pages), environment);
  }

  /**
   * Opens even on a full disk. Sets a damaged file aside.
   *
   * @param client a client that is not connected yet; the web chat starts and closes it
   * @throws bub.store.StoreInUse when another process has the chats open
   */
  public static WebChat open(
      Path stateDir,
      ChatSettings settings,
      BusClient client,
      WebChatListener pages,
      ClientEnvironment environment)
      throws IOException {
    Path file = directory(stateDir.resolve("chats")).resolve("web.db");
    ChatStore store = ChatStore.openForServing(file, ChatLimits.standard(), environment.time());
    return new WebChat(settings, store, client, pages, environment);
  }

  /** A failure is ignored, because opening the store reports it. */
  private static Path directory(Path directory) {
    try {
      return PrivateDirectory.create(directory);
    } catch (IOException failed) {
      LOG.debug("Could not create {}", directory, failed);
      return directory;
    }
  }

  /** Connects now or later, and resumes unfinished work. */
  public void start() throws RpcException, NoAnswer, InterruptedException {
    chats.start();
  }

  /** Latest chats first, with {@code text} in the title or in a line. */
  public List<ChatSummary> list(String text) throws IOException, InterruptedException {
    return store.talks(text, MAX_CHATS, MAX_LATEST_TEXT);
  }

  public ChatStatus status(ChatId chat) throws IOException, InterruptedException {
    return chats.status(chat);
  }

  public ChatProfile profile(ChatId chat) throws IOException, InterruptedException {
    return store.profile(chat);
  }

  /** Newest lines older than the line {@code before}, and the tool calls between them. */
  public History history(ChatId chat, long before, int limit)
      throws IOException, InterruptedException {
    HistoryPage page = store.history(chat, before, limit);
    long first = page.hasMore() ? page.lines().getFirst().number() : 0;
    return new History(page, store.toolCalls(chat, first, before));
  }

  /** Shows the message on all pages; the page's {@code ownId} is accepted once. */
  public IntakeResult say(ChatId chat, String text, @Nullable String ownId)
      throws IOException, InterruptedException {
    var said =
        new ChatMessage(text, PERSON, WEB.channel(), null, null, null, ownId, null, List.of());
    IntakeResult result = chats.take(chat, said);
    if (result instanceof IntakeResult.Stored(var id)) {
      store.typed(chat, id).ifPresent(line -> pages.line(chat, line));
    }
    return result;
  }

  public void choose(ChatId chat, Address agent) throws IOException, InterruptedException {
    store.choose(chat, agent);
  }

  public void rename(ChatId chat, String title) throws IOException, InterruptedException {
    store.rename(chat, title);
    pages.listChanged();
  }

  /** Also stops the chat's own agent. */
  public void delete(ChatId chat) throws IOException, InterruptedException {
    chats.delete(chat);
    pages.listChanged();
  }

  public String describeAgent(ChatId chat) throws IOException, InterruptedException {
    return chats.describeAgent(chat);
  }

  public CommandAnswer command(ChatId chat, String command)
      throws IOException, InterruptedException {
    return chats.command(chat, command);
  }

  public CommandAnswer stop(ChatId chat) throws IOException, InterruptedException {
    return chats.stop(chat);
  }

  public CommandAnswer continueTurn(ChatId chat) throws IOException, InterruptedException {
    return chats.continueTurn(chat);
  }

  /** Unfinished work stays on disk. */
  @Override
  public void close() throws IOException {
    chats.close();
    // The client may still receive messages, so the store closes after it.
    client.close();
    store.close();
  }
}
