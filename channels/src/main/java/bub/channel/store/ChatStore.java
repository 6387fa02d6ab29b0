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
 * Store for the chats of one channel: their agents, their lines and their unfinished work. The
 * effect of a method survives a power failure once the method returns. Safe for any thread; calls
 * block for the disk.
 */
public final class ChatStore implements AutoCloseable {

  /** Messages that no agent will answer. */
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

  /**
   * Opens the file, and creates it when it is missing.
   *
   * @throws StoreInUse when another process has it open
   */
  public static ChatStore open(Path file, ChatLimits limits, TimeSource time) throws IOException {
    return of(StoreDatabase.open(file, ChatSchema.CURRENT), limits, time);
  }

  /** Opens the file as {@link StoreDatabase#openForServing} does, even when its disk is full. */
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

  /** Returns a person's message with this id, unless it has been deleted. */
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

  /** Returns the newest group messages since the last message to the agent, oldest first. */
  public List<ChatLine> overheard(ChatId chat, int limit) throws IOException, InterruptedException {
    return database.call(c -> LineTable.asides(c, chat, limit));
  }

  public UnfinishedWork unfinished(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> QueueTable.unfinished(c, chat));
  }

  /** Records that an agent has the message. The wait for the answer begins. */
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

  /** Gives up a message and tells the person. */
  public void giveUp(ChatId chat, QueuedMessage message, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    database.call(c -> giveUp(c, chat, List.of(message.number()), words));
  }

  /** Gives up the message with this id and tells the person. Returns false if it is answered. */
  public boolean giveUp(ChatId chat, MessageId message, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          Long number = QueueTable.findOpen(c, chat, message);
          return number != null && giveUp(c, chat, List.of(number), words);
        });
  }

  /** Gives up all messages until then and tells the person. Returns false if none was open. */
  public boolean giveUpUntil(ChatId chat, Instant until, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    return database.call(c -> giveUp(c, chat, QueueTable.openUntil(c, chat, until), words));
  }

  /** Gives up all open messages without a notice. Returns their number. */
  public int drop(ChatId chat) throws IOException, InterruptedException {
    return database.call(
        c -> {
          List<Long> open = QueueTable.openUntil(c, chat, Instant.ofEpochMilli(Long.MAX_VALUE));
          for (long number : open) {
            QueueTable.close(c, number);
          }
          return open.size();
        });
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

  /**
   * Stores a message of an agent to a person.
   *
   * @param replyTo the message that it answers, by its bus id or by the channel's own id
   */
  public ArrivalResult hear(ChatId chat, Origin origin, @Nullable String replyTo, String text)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          Address agent = origin.from();
          if (SeenTable.knows(c, chat, agent, origin.messageId(), replyTo)) {
            return new ArrivalResult.Known();
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

  /** Stores an operator's message to a person. */
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

  /** Returns the oldest line that the person has not seen. */
  public Optional<ChatLine> toShow(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(LineTable.toShow(c, chat)));
  }

  /**
   * Records that the person has seen the line or never will, and stores the report to its author.
   */
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

  /** Returns the oldest report that no agent has accepted. */
  public Optional<PendingReport> toReport(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(ReportTable.oldest(c, chat)));
  }

  /** Deletes a report that the agent has accepted or will never accept. */
  public void reported(ChatId chat, PendingReport report) throws IOException, InterruptedException {
    database.call(c -> ReportTable.remove(c, chat, report.id()));
  }

  /** Records the number of parts that the person has seen. The rest is still to be shown. */
  public void shownPartly(ChatLine line, int parts) throws IOException, InterruptedException {
    database.call(c -> LineTable.partsShown(c, line.number(), parts));
  }

  // ---- agents

  public AgentAssignment assignment(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.assignment(c, chat));
  }

  /** Assigns an agent to the chat. Returns false when the message about it is a duplicate. */
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

  /**
   * Marks the agent as configured. Messages that its predecessor left unanswered are sent again:
   * this agent may be new, and if it is not, it detects the duplicates.
   */
  public void configured(ChatId chat, Address agent) throws IOException, InterruptedException {
    database.call(
        c -> {
          QueueTable.redeliver(c, chat);
          return AgentTable.configured(c, chat, agent);
        });
  }

  /** Removes the agent. Returns false when it did not serve this chat. */
  public boolean leave(ChatId chat, Address agent) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.leave(c, chat, agent));
  }

  /** Returns true when this agent serves the chat or did so recently. */
  public boolean hasServed(ChatId chat, Address agent) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.hasServed(c, chat, agent));
  }

  // ---- queries

  /** Returns the chats whose people wait for an answer. */
  public List<ChatId> chatsToServe() throws IOException, InterruptedException {
    return database.call(LineTable::chatsToServe);
  }

  /** Returns the chats with unsent reports. */
  public List<ChatId> chatsToReport() throws IOException, InterruptedException {
    return database.call(ReportTable::chats);
  }

  /** Returns the chats with lines that the person has not seen. */
  public List<ChatId> chatsToShow() throws IOException, InterruptedException {
    return database.call(LineTable::chatsToShow);
  }

  /**
   * Returns the chats with at least one line, the latest first.
   *
   * @param text text to find in the title or in a line; the case of ASCII letters does not matter
   * @param characters maximum length of the latest line's text
   */
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

  /** Sets the agent that the person chose for the chat. */
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

  /** Stores an agent's news about a tool call. */
  public void noteToolCall(ChatId chat, StoredToolCall.News news)
      throws IOException, InterruptedException {
    Instant now = time.now();
    database.call(c -> ToolCallTable.note(c, chat, news, limits, now));
  }

  /** Returns the tool calls between two lines, oldest first. */
  public List<StoredToolCall> toolCalls(ChatId chat, long after, long before)
      throws IOException, InterruptedException {
    return database.call(c -> ToolCallTable.between(c, chat, after, before));
  }

  /** Returns the newest lines that the person has seen, before a number; a few MiB at most. */
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
