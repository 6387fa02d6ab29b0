package bub.channel.terminal;

import bub.channel.ChatSettings;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a terminal chat: the person, the conversation and its agent.
 *
 * @param user name of the person; names the conversation when no id is given
 * @param id null takes the first conversation that is not open
 * @param to agent that already runs; null starts one
 * @param answerWithin time that a pipe waits for its last answers
 */
public record TerminalSettings(
    Path stateDir,
    String user,
    @Nullable ChatId id,
    @Nullable Address to,
    boolean coloured,
    ChatSettings chats,
    Duration answerWithin) {

  // The person watches the screen.
  private static final Duration TELL_AFTER = Duration.ofSeconds(10);

  public static TerminalSettings of(Path stateDir, String user) {
    ChatSettings chats = ChatSettings.standard().withTellAfter(TELL_AFTER);
    return new TerminalSettings(stateDir, user, null, null, true, chats, Duration.ofMinutes(10));
  }

  public TerminalSettings withId(@Nullable ChatId chat) {
    return new TerminalSettings(stateDir, user, chat, to, coloured, chats, answerWithin);
  }

  public TerminalSettings withTo(@Nullable Address agent) {
    return new TerminalSettings(stateDir, user, id, agent, coloured, chats, answerWithin);
  }

  public TerminalSettings withColour(boolean allowed) {
    return new TerminalSettings(stateDir, user, id, to, allowed, chats, answerWithin);
  }

  public TerminalSettings withChats(ChatSettings timeout) {
    return new TerminalSettings(stateDir, user, id, to, coloured, timeout, answerWithin);
  }

  public TerminalSettings withAnswerWithin(Duration time) {
    return new TerminalSettings(stateDir, user, id, to, coloured, chats, time);
  }
}
