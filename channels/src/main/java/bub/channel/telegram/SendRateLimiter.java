package bub.channel.telegram;

import bub.client.TimeSource;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Limiter for Telegram's rates, per chat and in total. Safe for any thread, one per chat. */
final class SendRateLimiter {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int SWEEP_AT = 1_000;

  private final TelegramLimits limits;
  private final TimeSource time;
  private final SlidingWindow all;
  private final Map<ChatId, List<SlidingWindow>> chats = new HashMap<>();
  private int sweepAt = SWEEP_AT;
  private Instant pressedUntil = Instant.EPOCH;

  SendRateLimiter(TelegramLimits limits, TimeSource time) {
    this.limits = limits;
    this.time = time;
    this.all = new SlidingWindow(limits.perSecond(), SECOND);
  }

  void enter(ChatId chat) throws InterruptedException {
    sleepUntil(chatOpensAt(chat));
    sleepUntil(reserve(chat));
  }

  /** Reserves a slot if a message may be sent at once and optional messages are not paused. */
  synchronized boolean tryEnter(ChatId chat) {
    Instant now = time.now();
    if (isPressed() || chatOpensAt(chat).isAfter(now) || all.opensAt(now).isAfter(now)) {
      return false;
    }
    reserve(chat);
    return true;
  }

  /** Pauses optional messages after Telegram has reported too many requests. */
  synchronized void slowDown() {
    pressedUntil = time.now().plus(MINUTE);
  }

  synchronized boolean isPressed() {
    return time.now().isBefore(pressedUntil);
  }

  synchronized int size() {
    return chats.size();
  }

  private void sleepUntil(Instant moment) throws InterruptedException {
    Duration left = Duration.between(time.now(), moment);
    if (left.isPositive()) {
      time.sleep(left);
    }
  }

  private synchronized Instant chatOpensAt(ChatId chat) {
    Instant now = time.now();
    Instant opens = now;
    for (SlidingWindow window : windows(chat)) {
      Instant one = window.opensAt(now);
      opens = one.isAfter(opens) ? one : opens;
    }
    return opens;
  }

  /** In the order of arrival over all chats. */
  private synchronized Instant reserve(ChatId chat) {
    Instant turn = all.opensAt(time.now());
    all.enter(turn);
    windows(chat).forEach(window -> window.enter(turn));
    return turn;
  }

  private List<SlidingWindow> windows(ChatId chat) {
    if (chats.size() >= sweepAt) {
      Instant now = time.now();
      chats.values().removeIf(windows -> windows.stream().allMatch(one -> one.isIdle(now)));
      sweepAt = Math.max(SWEEP_AT, 2 * chats.size());
    }
    return chats.computeIfAbsent(chat, this::newWindows);
  }

  private List<SlidingWindow> newWindows(ChatId chat) {
    var each = new SlidingWindow(1, limits.chatEvery());
    return isGroup(chat)
        ? List.of(each, new SlidingWindow(limits.groupPerMinute(), MINUTE))
        : List.of(each);
  }

  /** Telegram gives people positive numbers, and groups negative ones. */
  static boolean isGroup(ChatId chat) {
    return chat.value().startsWith("-");
  }
}
