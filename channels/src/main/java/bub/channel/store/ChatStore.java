package bub.channel.store;

import bub.client.Time;
import bub.client.store.Database;
import bub.client.store.StoreInUse;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
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
 * What the chats of one channel know: which agent serves which chat, what was said, and what is
 * still to be done about it. When a method returns, not even a power cut can undo it. Safe for any
 * thread; calls block for the disk.
 */
public final class ChatStore implements AutoCloseable {

  /** Messages that no agent will answer. */
  public record GivenUp(int count, String firstText) {}

  /** What came from the bus for a chat, to be known again by. */
  public record Origin(Address from, MessageId messageId) {}

  private final Database database;
  private final ChatLimits limits;
  private final Time time;

  private ChatStore(Database database, ChatLimits limits, Time time) {
    this.database = database;
    this.limits = limits;
    this.time = time;
  }

  /**
   * Opens the file, and makes it where it is missing.
   *
   * @throws StoreInUse when another process has it open
   */
  public static ChatStore open(Path file, ChatLimits limits, Time time) throws IOException {
    return of(Database.open(file, Schema.CURRENT), limits, time);
  }

  /** Opens the file as {@link Database#openForServing} does: also when its disk is full. */
  public static ChatStore openForServing(Path file, ChatLimits limits, Time time)
      throws IOException {
    return of(Database.openForServing(file, Schema.CURRENT), limits, time);
  }

  private static ChatStore of(Database database, ChatLimits limits, Time time) {
    var store = new ChatStore(database, limits, time);
    var notice = new DamageNotice(store.database, time::now);
    store.database.onRepair(_ -> notice.run());
    // From now on the listener runs on the store's thread, which must not wait for itself.
    store.database.onRepair(_ -> Thread.ofVirtual().start(notice));
    return store;
  }

  // ---- what people type

  public Kept keep(Typed typed) throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          Kept kept = QueueTable.keep(c, typed, limits, now);
          if (kept instanceof Kept.Stored) {
            ProfileTable.entitle(c, typed.chat(), typed.text());
          }
          LineTable.forget(c, typed.chat(), limits, now);
          return kept;
        });
  }

  /** What a person typed under this id, unless it is forgotten. */
  public Optional<Line> typed(ChatId chat, MessageId id) throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(LineTable.typed(c, chat, id)));
  }

  /** Keeps what a person asked of the channel itself, together with what it says to that. */
  public Kept answer(Typed asked, String answer) throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          if (LineTable.unshown(c, asked.chat()) >= limits.unshown()) {
            return new Kept.Full("too much waits to be shown already");
          }
          Kept kept = QueueTable.note(c, asked, false, now);
          if (kept instanceof Kept.Stored) {
            var closed = new QueueTable.Closed(asked.messageId(), asked.ownId(), asked.text());
            LineTable.say(c, asked.chat(), null, answer, closed, now);
          }
          return kept;
        });
  }

  /** Keeps what people say to each other, for whoever is spoken to next. */
  public Kept overhear(Typed said) throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          Kept kept = QueueTable.note(c, said, true, now);
          LineTable.forget(c, said.chat(), limits, now);
          return kept;
        });
  }

  /** What was overheard since the agent was last spoken to: the newest, oldest first. */
  public List<Line> overheard(ChatId chat, int limit) throws IOException, InterruptedException {
    return database.call(c -> LineTable.asides(c, chat, limit));
  }

  public Unfinished unfinished(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> QueueTable.unfinished(c, chat));
  }

  /** An agent has it; the wait for the answer begins. */
  public void delivered(Queued message) throws IOException, InterruptedException {
    database.call(c -> QueueTable.delivered(c, message.number()));
  }

  /** Whoever has it needs to answer nothing. */
  public void finish(Queued message) throws IOException, InterruptedException {
    database.call(
        c -> {
          QueueTable.close(c, message.number());
          return true;
        });
  }

  /** Nobody will answer this message; the person is told so. */
  public void giveUp(ChatId chat, Queued message, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    database.call(c -> giveUp(c, chat, List.of(message.number()), words));
  }

  /** Nobody will answer the message of this id; the person is told so. False if it is answered. */
  public boolean giveUp(ChatId chat, MessageId message, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          Long number = QueueTable.findOpen(c, chat, message);
          return number != null && giveUp(c, chat, List.of(number), words);
        });
  }

  /** Nobody will answer what was typed until then; the person is told so. False if all was. */
  public boolean giveUpUntil(ChatId chat, Instant until, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    return database.call(c -> giveUp(c, chat, QueueTable.openUntil(c, chat, until), words));
  }

  /** Nobody will answer what was typed so far, and nobody needs to be told; how much that was. */
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

  // ---- what agents say

  /**
   * Takes what an agent says to a person.
   *
   * @param replyTo the message that it answers, by our id or by the channel's own
   */
  public Arrival hear(ChatId chat, Origin origin, @Nullable String replyTo, String text)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          Address agent = origin.from();
          if (SeenTable.knows(c, chat, agent, origin.messageId(), replyTo)) {
            return new Arrival.Known();
          }
          if (LineTable.unshown(c, chat) >= limits.unshown()) {
            return new Arrival.Full();
          }
          SeenTable.remember(c, chat, agent, origin.messageId(), replyTo, limits, now);
          QueueTable.Closed answered = QueueTable.answer(c, chat, replyTo);
          LineTable.say(c, chat, origin, text, answered, now);
          LineTable.forget(c, chat, limits, now);
          return new Arrival.New();
        });
  }

  /** Takes what an operator writes in the chat of a person, who is to see it. */
  public Arrival hearOperator(ChatId chat, Origin origin, String text)
      throws IOException, InterruptedException {
    Instant now = time.now();
    return database.call(
        c -> {
          if (SeenTable.knows(c, chat, origin.from(), origin.messageId(), null)) {
            return new Arrival.Known();
          }
          if (LineTable.unshown(c, chat) >= limits.unshown()) {
            return new Arrival.Full();
          }
          SeenTable.remember(c, chat, origin.from(), origin.messageId(), null, limits, now);
          LineTable.sayAsOperator(c, chat, origin, text, now);
          LineTable.forget(c, chat, limits, now);
          return new Arrival.New();
        });
  }

  /** The oldest line that the person has not seen. */
  public Optional<Line> toShow(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(LineTable.toShow(c, chat)));
  }

  /** The person has seen it, or never will; whoever said it is to be told so. */
  public void shown(ChatId chat, Line line, @Nullable PendingReport report)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          if (LineTable.shown(c, line.number()) && report != null) {
            ReportTable.add(c, chat, report);
          }
          return true;
        });
  }

  /** The oldest report that no agent has taken. */
  public Optional<PendingReport> toReport(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> Optional.ofNullable(ReportTable.oldest(c, chat)));
  }

  /** The agent has this report, or nobody will ever take it. */
  public void reported(ChatId chat, PendingReport report) throws IOException, InterruptedException {
    database.call(c -> ReportTable.remove(c, chat, report.id()));
  }

  /** The person has seen so many parts of it, and the rest is still to be shown. */
  public void shownPartly(Line line, int parts) throws IOException, InterruptedException {
    database.call(c -> LineTable.partsShown(c, line.number(), parts));
  }

  // ---- who serves whom

  public Assignment assignment(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.assignment(c, chat));
  }

  /** From now on this agent serves the chat; false when the message that says so is a duplicate. */
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

  /** From now on this agent serves the chat, because somebody who must know says so. */
  public void assign(ChatId chat, Address agent) throws IOException, InterruptedException {
    Instant now = time.now();
    database.call(
        c -> {
          AgentTable.assign(c, chat, agent, now);
          return true;
        });
  }

  /**
   * The agent knows whom it talks to. What the one before it left unanswered goes out again: this
   * one may be new, and if it is not, it knows a duplicate.
   */
  public void configured(ChatId chat, Address agent) throws IOException, InterruptedException {
    database.call(
        c -> {
          QueueTable.redeliver(c, chat);
          return AgentTable.configured(c, chat, agent);
        });
  }

  /** The agent is gone; false when it did not serve this chat. */
  public boolean leave(ChatId chat, Address agent) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.leave(c, chat, agent));
  }

  /** Whether this agent serves the chat, or did so recently. */
  public boolean hasServed(ChatId chat, Address agent) throws IOException, InterruptedException {
    return database.call(c -> AgentTable.hasServed(c, chat, agent));
  }

  // ---- what there is

  /** The chats whose people wait for an answer. */
  public List<ChatId> chatsToServe() throws IOException, InterruptedException {
    return database.call(LineTable::chatsToServe);
  }

  /** The chats whose agents have not been told everything. */
  public List<ChatId> chatsToReport() throws IOException, InterruptedException {
    return database.call(ReportTable::chats);
  }

  /** The chats whose people have not seen everything. */
  public List<ChatId> chatsToShow() throws IOException, InterruptedException {
    return database.call(LineTable::chatsToShow);
  }

  /**
   * The chats in which something was said, the latest first.
   *
   * @param text in the title or in a line of each, whatever the case of its ASCII letters
   * @param characters how much of what was said last
   */
  public List<Talk> talks(String text, int limit, int characters)
      throws IOException, InterruptedException {
    return database.call(c -> LineTable.talks(c, text, limit, characters));
  }

  public Profile profile(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> ProfileTable.profile(c, chat));
  }

  public void rename(ChatId chat, String title) throws IOException, InterruptedException {
    database.call(c -> ProfileTable.rename(c, chat, title));
  }

  /** From now on this chat talks to the agent that its person chose. */
  public void choose(ChatId chat, Address agent) throws IOException, InterruptedException {
    database.call(c -> ProfileTable.choose(c, chat, agent));
  }

  /** Forgets a chat and all that was said in it. */
  public void delete(ChatId chat) throws IOException, InterruptedException {
    database.call(
        c -> {
          ProfileTable.delete(c, chat);
          return true;
        });
  }

  /** Keeps what an agent tells of a tool that it uses. */
  public void noteToolCall(ChatId chat, KeptToolCall.News news)
      throws IOException, InterruptedException {
    Instant now = time.now();
    database.call(c -> ToolCallTable.note(c, chat, news, limits, now));
  }

  /** The tools that were called after a line and before another, oldest first. */
  public List<KeptToolCall> toolCalls(ChatId chat, long after, long before)
      throws IOException, InterruptedException {
    return database.call(c -> ToolCallTable.between(c, chat, after, before));
  }

  /** The newest lines that the person knows, before a number; a few MiB at most. */
  public Past history(ChatId chat, long before, int limit)
      throws IOException, InterruptedException {
    return database.call(c -> LineTable.history(c, chat, before, limit));
  }

  public Backlog backlog(ChatId chat) throws IOException, InterruptedException {
    return database.call(c -> LineTable.backlog(c, chat));
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
