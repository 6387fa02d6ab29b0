package bub.channel.telegram;

import static org.awaitility.Awaitility.await;

import bub.channel.FakeAgent;
import bub.channel.FakeSystem;
import bub.channel.ManualTime;
import bub.channel.TestBus;
import bub.channel.telegram.api.BotToken;
import bub.protocol.Address;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bus, a system agent, an agent, a fake Telegram, and a bridge between them with its own clock.
 */
final class TelegramScene implements AutoCloseable {
  static final FakeBotApiUser ADA = new FakeBotApiUser(7, "Ada", "Lovelace", "ada");
  static final FakeBotApiUser EVE = new FakeBotApiUser(66, "Eve", null, "eve");
  static final long GROUP = -500;
  static final Address AGENT = new Address("agent:worker-1");
  static final String BOT = "@" + FakeBotApi.BOT_NAME;

  final TestBus bus = new TestBus();
  final ManualTime time = new ManualTime();
  final FakeBotApi telegram = FakeBotApi.start();
  final FakeSystem system = new FakeSystem(bus).thatAssigns(AGENT.value());
  final FakeAgent agent = new FakeAgent(bus, AGENT.value());
  final Path root;
  TelegramSettings settings;
  private @Nullable TelegramBridge bridge;
  private int lives;

  TelegramScene(Path directory) throws Exception {
    root = directory;
    settings =
        TelegramSettings.of(BotToken.of(FakeBotApi.TOKEN), directory.resolve("state-0"))
            .withApiUrl(telegram.url())
            .withAllow(Set.of(ADA.id()))
            .withLimits(hurried());
  }

  /** Nobody has to wait for a turn, except where a test says so. */
  static TelegramLimits hurried() {
    TelegramLimits usual = TelegramLimits.standard();
    return new TelegramLimits(
        1_000_000,
        Duration.ZERO,
        1_000_000,
        usual.editEvery(),
        100_000,
        250_000,
        usual.downloads(),
        usual.fetchTimeout(),
        usual.context(),
        usual.waiting());
  }

  TelegramScene with(UnaryOperator<TelegramSettings> change) {
    settings = change.apply(settings);
    return this;
  }

  TelegramBridge start() throws Exception {
    var started =
        TelegramBridge.start(settings, name -> bus.client(name.value()), time.environment());
    bridge = started;
    awaitConnected();
    return started;
  }

  /** As everything that comes by the bus needs it. */
  void awaitConnected() throws Exception {
    bridge().client().awaitConnected(Duration.ofSeconds(30));
    await().until(() -> bridge().isServing());
  }

  TelegramBridge bridge() {
    if (bridge == null) {
      throw new IllegalStateException("it is not started");
    }
    return bridge;
  }

  /** Another bridge on the same files. */
  TelegramBridge stopAndStart() throws Exception {
    bridge().close();
    return start();
  }

  /**
   * The bridge that a new process finds after this one was killed: what is on disk now, and nothing
   * that only this one knows. Only while it writes nothing: its files are copied one by one.
   */
  TelegramBridge killAndStart() throws Exception {
    Path now = settings.stateDir();
    Path next = root.resolve("state-" + ++lives);
    copy(now, next);
    bridge().close();
    settings =
        new TelegramSettings(
            settings.token(),
            settings.apiUrl(),
            next,
            next.resolve("workspaces"),
            settings.allow(),
            settings.updates(),
            settings.chats(),
            settings.limits());
    return start();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        if (!one.toString().endsWith(".lock")) {
          Files.copy(one, to.resolve(from.relativize(one)));
        }
      }
    }
  }

  boolean isAwaited(Duration sinceStart) {
    return time.isAwaited(sinceStart);
  }

  /** Waits until somebody waits for this moment, and lets it come. */
  void pass(Duration sinceStart) {
    await().until(() -> isAwaited(sinceStart));
    time.advance(Duration.between(time.now(), ManualTime.START.plus(sinceStart)));
  }

  /** Lets time pass, step by step: a delivery may have to be repeated. */
  List<String> passUntilHeard(int count, Duration step) {
    await()
        .until(
            () -> {
              boolean isEnough = heard().size() >= count;
              if (!isEnough) {
                time.advance(step);
              }
              return isEnough;
            });
    return heard();
  }

  /** What the bot has said in a chat, once that is so much. */
  List<String> awaitTexts(long chat, int count) throws Exception {
    return telegram.awaitSent(chat, count).stream().map(FakeBotApiSent::text).toList();
  }

  List<String> texts(long chat) {
    return telegram.sent(chat).stream().map(FakeBotApiSent::text).toList();
  }

  /** What the agent was told, once it was told so many things. */
  List<String> awaitHeard(int count) {
    await().until(() -> heard().size() >= count);
    return heard();
  }

  List<String> heard() {
    return agent.heard().stream().filter(one -> !one.equals("configure")).toList();
  }

  ChatMessage lastSaid() {
    return (ChatMessage) AppMessage.read(agent.lastSaid().payload());
  }

  /** Whether it is on disk which message shows an answer that is being written. */
  boolean hasDraft(long chat) throws Exception {
    return bridge().stores().telegram().draft(new ChatId(String.valueOf(chat))) != null;
  }

  void awaitQuiet() {
    await().until(() -> telegram.unconfirmed() == 0);
  }

  @Override
  public void close() throws IOException {
    if (bridge != null) {
      bridge.close();
    }
    telegram.close();
    bus.close();
  }
}
