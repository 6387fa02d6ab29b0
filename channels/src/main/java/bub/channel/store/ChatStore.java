package bub.channel.store;

import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.store.StoreDatabase;
import bub.store.StoreInUse;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Store of one channel's chats. The effect of a method survives a power failure once the method
 * returns. Safe for any thread; calls block for the disk.
 */
public final class ChatStore implements AutoCloseable {

  public record GivenUp(int count, String firstText) {}

  /** Sender and id of a message from the bus, to detect duplicates. */
  public record Origin(Address from, MessageId messageId) {}

  private final StoreDatabase database;
  private final ChatLimits limits;
  private final TimeSource time;

  private ChatStore(StoreDatabase database, ChatLimits limits, TimeSource time) {
    this.database = database;
    this.limits = limits;
    this.time = time;
  }

  /** Throws {@link StoreInUse} when another process has the file open. */
  public static ChatStore open(Path file, ChatLimits limits, TimeSource time) throws IOException {
    return of(StoreDatabase.open(file, ChatSchema.CURRENT), limits, time);
  }

  /** Opens even when the disk is full, as {@link StoreDatabase#openForServing} does. */
  public static ChatStore openForServing(Path file, ChatLimits limits, TimeSource time)
      throws IOException {
    return of(StoreDatabase.openForServing(file, ChatSchema.CURRENT), limits, time);
  }

  private static ChatStore of(StoreDatabase database, ChatLimits limits, TimeSource time) {
    var store = new ChatStore(database, limits, time);
    var notice = new DamageNotice(store.database, time::now);
    store.database.onRepair(_ -> notice.run());
    // From now on the listener runs on the store thread, which must not wait for itself.
    store.database.onRepair(_ -> Thread.ofVirtual().start(notice));
    return store;
  }

  // ---- messages of people

  public EnqueueResult keep(TypedMessage typed) throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          EnqueueResult result = QueueTable.keep(c, typed, limits, now);
          if (result instanceof EnqueueResult.Stored) {
            ProfileTable.entitle(c, typed.chat(), typed.text());
          }
          LineTable.forget(c, typed.chat(), limits, now);
          return result;
        });
  }

  public Optional<ChatLine> typed(ChatId chat, MessageId id)
      throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(LineTable.typed(c, chat, id)));
  }

  /** Stores a person's question to the channel itself together with its answer. */
  public EnqueueResult answer(TypedMessage asked, String answer)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          if (LineTable.unshown(c, asked.chat()) >= limits.unshown()) {
            return new EnqueueResult.Full("too many messages are waiting to be shown");
          }
          EnqueueResult result = QueueTable.note(c, asked, false, now);
          if (result instanceof EnqueueResult.Stored) {
            var closed = new QueueTable.Closed(asked.messageId(), asked.ownId(), asked.text());
            LineTable.say(c, asked.chat(), null, answer, closed, now);
          }
          return result;
        });
  }

  /** Stores a group message that is not for the agent. */
  public EnqueueResult overhear(TypedMessage said) throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          EnqueueResult result = QueueTable.note(c, said, true, now);
          LineTable.forget(c, said.chat(), limits, now);
          return result;
        });
  }

  public List<ChatLine> overheard(ChatId chat, int limit) throws IOException, InterruptedException {
    return database.call(c -> LineTable.asides(c, chat, limit));
  }

  public UnfinishedWork unfinished(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> QueueTable.unfinished(c, chat));
  }

  public void delivered(QueuedMessage message) throws IOException, InterruptedException {
    database.call(c -> QueueTable.delivered(c, message.number()));
  }

  /** Finishes a message that needs no answer. */
  public void finish(QueuedMessage message) throws IOException, InterruptedException {
    database.call(
        c -> {
          QueueTable.close(c, message.number());
          return true;
        });
  }

  public void giveUp(ChatId chat, QueuedMessage message, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    database.call(c -> giveUp(c, chat, List.of(message.number()), words));
  }

  /** Returns false if the message is answered. */
  public boolean giveUp(ChatId chat, MessageId message, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          Long number = QueueTable.findOpen(c, chat, message);
          return number != null && giveUp(c, chat, List.of(number), words);
        });
  }

  /** Returns false if no message was open. */
  public boolean giveUpUntil(ChatId chat, Instant until, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    return database.call(c -> giveUp(c, chat, QueueTable.openUntil(c, chat, until), words));
  }

  /**
   * Closes all open messages; later replies to them are not stored. Gives no notice. Returns the
   * messages, oldest first.
   */
  public List<MessageId> stop(ChatId chat) throws IOException, InterruptedException {
    return database.call(
        c -> {
          ToolCallTable.stop(c, chat);
          return QueueTable.stop(c, chat);
        });
  }

  /** Newest messages that were for an agent, open or not. */
  public List<MessageId> latestTurns(ChatId chat, int limit)
      throws IOException, InterruptedException {
    return database.call(c -> QueueTable.latestTurns(c, chat, limit));
  }

  private boolean giveUp(
      Connection connection, ChatId chat, List<Long> numbers, Function<GivenUp, String> words)
      throws SQLException {
    QueueTable.Closed first = null;
    for (long number : numbers) {
      QueueTable.Closed closed = QueueTable.close(connection, number);
      first = first == null ? closed : first;
    }
    if (first == null) {
      return false;
    }
    String text = words.apply(new GivenUp(numbers.size(), first.text()));
    LineTable.say(connection, chat, null, text, first, time.now());
    return true;
  }

  // ---- messages of agents

  /** {@code replyTo} is the bus id or the channel's own id of the answered message. */
  public ArrivalResult hear(ChatId chat, Origin origin, @Nullable String replyTo, String text)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          Address agent = origin.from();
          if (SeenTable.knows(c, chat, agent, origin.messageId(), replyTo)) {
            return new ArrivalResult.Known();
          }
          if (QueueTable.isStopped(c, chat, replyTo)) {
            return new ArrivalResult.Stopped();
          }
          if (LineTable.unshown(c, chat) >= limits.unshown()) {
            return new ArrivalResult.Full();
          }
          SeenTable.remember(c, chat, agent, origin.messageId(), replyTo, limits, now);
          QueueTable.Closed answered = QueueTable.answer(c, chat, replyTo);
          LineTable.say(c, chat, origin, text, answered, now);
          LineTable.forget(c, chat, limits, now);
          return new ArrivalResult.New();
        });
  }

  public ArrivalResult hearOperator(ChatId chat, Origin origin, String text)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          if (SeenTable.knows(c, chat, origin.from(), origin.messageId(), null)) {
            return new ArrivalResult.Known();
          }
          if (LineTable.unshown(c, chat) >= limits.unshown()) {
            return new ArrivalResult.Full();
          }
          SeenTable.remember(c, chat, origin.from(), origin.messageId(), null, limits, now);
          LineTable.sayAsOperator(c, chat, origin, text, now);
          LineTable.forget(c, chat, limits, now);
          return new ArrivalResult.New();
        });
  }

  /** Stores a sentence for the person; it counts as the answer to {@code replyTo}. */
  public ArrivalResult hearNotice(
      ChatId chat, Origin origin, @Nullable MessageId replyTo, String text)
      throws IOException, InterruptedException {
    Instant now = time.now();
    String answered = replyTo == null ? null : replyTo.value();
    return database.call(
        c -> {
          if (SeenTable.knows(c, chat, origin.from(), origin.messageId(), null)) {
            return new ArrivalResult.Known();
          }
          if (QueueTable.isStopped(c, chat, answered)) {
            return new ArrivalResult.Stopped();
          }
          if (LineTable.unshown(c, chat) >= limits.unshown()) {
            return new ArrivalResult.Full();
          }
          SeenTable.remember(c, chat, origin.from(), origin.messageId(), null, limits, now);
          LineTable.say(c, chat, null, text, QueueTable.answer(c, chat, answered), now);
          LineTable.forget(c, chat, limits, now);
          return new ArrivalResult.New();
        });
  }

  public Optional<ChatLine> toShow(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(LineTable.toShow(c, chat)));
  }

  /** Records that the person has seen the line or never will. */
  public void shown(ChatId chat, ChatLine line, @Nullable PendingReport report)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          if (LineTable.shown(c, line.number()) && report != null) {
            ReportTable.add(c, chat, report);
          }
          return true;
        });
  }

  public Optional<PendingReport> toReport(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(ReportTable.oldest(c, chat)));
  }

  /** The agent has accepted the report or never will. */
  public void reported(ChatId chat, PendingReport report) throws IOException, InterruptedException {
    database.call(c -> ReportTable.remove(c, chat, report.id()));
  }

  public void shownPartly(ChatLine line, int parts) throws IOException, InterruptedException {
    database.call(c -> LineTable.partsShown(c, line.number(), parts));
  }

  // ---- agents

  public AgentAssignment assignment(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.assignment(c, chat));
  }

  /** Returns false when the message about the agent is a duplicate. */
  public boolean assign(ChatId chat, Address agent, Origin origin)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          if (SeenTable.knows(c, chat, origin.from(), origin.messageId(), null)) {
            return false;
          }
          SeenTable.remember(c, chat, origin.from(), origin.messageId(), null, limits, now);
          if (!agent.equals(AgentTable.assignment(c, chat).agent())) {
            AgentTable.assign(c, chat, agent, now);
          }
          return true;
        });
  }

  /** Assigns a trusted agent to the chat. */
  public void assign(ChatId chat, Address agent) throws IOException, InterruptedException {
    Instant now = time.now();
    database.call(
        c -> {
          AgentTable.assign(c, chat, agent, now);
          return true;
        });
  }

  /** Redelivers unanswered messages: this agent may be new, and an old one detects duplicates. */
  public void configured(ChatId chat, Address agent) throws IOException, InterruptedException {
    database.call(
        c -> {
          QueueTable.redeliver(c, chat);
          return AgentTable.configured(c, chat, agent);
        });
  }

  /** Returns false when the agent did not serve this chat. */
  public boolean leave(ChatId chat, Address agent) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.leave(c, chat, agent));
  }

  /** Also true for a recent former agent. */
  public boolean hasServed(ChatId chat, Address agent) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.hasServed(c, chat, agent));
  }

  // ---- queries

  public List<ChatId> chatsToServe() throws IOException, InterruptedException {
    return database.call(LineTable::chatsToServe);
  }

  public List<ChatId> chatsToReport() throws IOException, InterruptedException {
    return database.call(ReportTable::chats);
  }

  public List<ChatId> chatsToShow() throws IOException, InterruptedException {
    return database.call(LineTable::chatsToShow);
  }

  /** Latest first; ignores the case of ASCII letters; cuts newest lines to {@code characters}. */
  public List<ChatSummary> talks(String text, int limit, int characters)
      throws IOException, InterruptedException {
    return database.call(c -> LineTable.talks(c, text, limit, characters));
  }

  public ChatProfile profile(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> ProfileTable.profile(c, chat));
  }

  public void rename(ChatId chat, String title) throws IOException, InterruptedException {
    database.call(c -> ProfileTable.rename(c, chat, title));
  }

  public void choose(ChatId chat, Address agent) throws IOException, InterruptedException {
    database.call(c -> ProfileTable.choose(c, chat, agent));
  }

  public void delete(ChatId chat) throws IOException, InterruptedException {
    database.call(
        c -> {
          ProfileTable.delete(c, chat);
          return true;
        });
  }

  public void noteToolCall(ChatId chat, StoredToolCall.News news)
      throws IOException, InterruptedException {
    Instant now = time.now();
    database.call(c -> ToolCallTable.note(c, chat, news, limits, now));
  }

  /** Oldest first. */
  public List<StoredToolCall> toolCalls(ChatId chat, long after, long before)
      throws IOException, InterruptedException {
    return database.call(c -> ToolCallTable.between(c, chat, after, before));
  }

  /** Newest lines before a number that the person has seen; a few MiB at most. */
  public HistoryPage history(ChatId chat, long before, int limit)
      throws IOException, InterruptedException {
    return database.call(c -> LineTable.history(c, chat, before, limit));
  }

  public ChatBacklog backlog(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> LineTable.backlog(c, chat));
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
