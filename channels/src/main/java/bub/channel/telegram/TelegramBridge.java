package bub.channel.telegram;

import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.Lanes;
import bub.channel.telegram.api.ApiLimits;
import bub.channel.telegram.api.Done;
import bub.channel.telegram.api.HttpBotApi;
import bub.channel.telegram.api.Outcome;
import bub.channel.telegram.api.Refusal;
import bub.channel.telegram.api.User;
import bub.channel.telegram.store.TelegramStore;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.State;
import bub.client.Surroundings;
import bub.client.Time;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All chats of one bot, from Telegram to their agents and back. It runs until it is closed, or
 * until {@link #awaitStopped} says why it cannot go on; bus and Telegram may come and go meanwhile.
 */
public final class TelegramBridge implements AutoCloseable {
  /** What the bridge is called on the bus. */
  public static final Address NAME = new Address("telegram-bridge");

  static final String BAD_TOKEN =
      "Telegram does not know this bot token; BotFather tells the right one";

  private static final Logger LOG = LoggerFactory.getLogger(TelegramBridge.class);
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final TelegramSettings settings;
  private final Surroundings surroundings;
  private final BridgeStores stores;
  private final HttpBotApi api;
  private final BusClient client;
  private final Workspaces workspaces;
  private final Tally tally = new Tally();
  private final ChatHouse house;
  private final Thread thread = Thread.ofVirtual().name("telegram").unstarted(this::run);
  private final Thread greeter;
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private volatile @Nullable Lanes<Clerk> clerks;
  private volatile @Nullable User me;
  private volatile @Nullable String problem;

  private TelegramBridge(
      TelegramSettings settings,
      Surroundings surroundings,
      BridgeStores stores,
      HttpBotApi api,
      BusClient client) {
    this.settings = settings;
    this.surroundings = surroundings;
    this.stores = stores;
    this.api = api;
    this.client = client;
    this.workspaces = new Workspaces(settings.workspaces());
    this.house =
        new ChatHouse(
            ChannelFacts.TELEGRAM, settings.house(), stores.chats(), client, edge(), surroundings);
    this.greeter =
        Thread.ofVirtual()
            .name("telegram-greeter")
            .unstarted(new Greeter(stores.pairings(), house, surroundings.time()));
  }

  private TelegramEdge edge() {
    TelegramStore store = stores.telegram();
    TelegramLimits limits = settings.limits();
    Time time = surroundings.time();
    var pace = new Pace(limits, time);
    var courier = new Courier(api, store, pace);
    var drafts = new Drafts(courier, store, pace, limits.editEvery(), time);
    return new TelegramEdge(
        courier, drafts, workspaces, stores.scratch(), limits.fileBytes(), tally);
  }

  /**
   * Starts a bridge; it needs neither bus nor Telegram to be there yet.
   *
   * @param connect makes the client of this name, not connected yet; the bridge closes it
   * @throws bub.client.store.StoreInUse when another bridge of the same bot is running
   */
  public static TelegramBridge start(
      TelegramSettings settings, Function<Address, BusClient> connect)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    return start(settings, connect, Surroundings.system());
  }

  static TelegramBridge start(
      TelegramSettings settings, Function<Address, BusClient> connect, Surroundings surroundings)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    BusClient client = connect.apply(NAME);
    BridgeStores stores;
    try {
      stores = BridgeStores.open(settings, surroundings.time());
    } catch (IOException | InterruptedException failed) {
      client.close();
      throw failed;
    }
    var api = new HttpBotApi(settings.apiUrl(), settings.token(), ApiLimits.standard());
    var bridge = new TelegramBridge(settings, surroundings, stores, api, client);
    try {
      client.onState(bridge::follow);
      bridge.house.start();
      bridge.thread.start();
      bridge.greeter.start();
      return bridge;
    } catch (RpcException | NoAnswer | InterruptedException failed) {
      bridge.close();
      throw failed;
    }
  }

  private void follow(State state) {
    if (state instanceof State.Stopped(String reason)) {
      end.complete("there is no bus any more: " + reason);
    }
  }

  // ---- on the bridge's own thread

  private void run() {
    try {
      end.complete(serve());
    } catch (InterruptedException closed) {
      end.complete("it was closed");
    } catch (IOException | RuntimeException broken) {
      LOG.error("the Telegram bridge cannot go on", broken);
      end.complete("something is broken: " + broken.getMessage());
    }
  }

  /** Returns only when there is nothing more to hope for, and says why. */
  private String serve() throws IOException, InterruptedException {
    var insistence = new Insistence(surroundings);
    return switch (insistence.until(api::getMe)) {
      case Outcome.Ok<User>(User bot) -> serve(bot, insistence);
      case Outcome.Refused<User> refused -> explained(refused);
      case Outcome.Retry<User>(Duration _, String why) -> why; // not while it insists
    };
  }

  private String serve(User bot, Insistence insistence) throws IOException, InterruptedException {
    me = bot;
    Intake intake = intake(bot);
    intake.resume();
    if (api.setMyCommands(Commands.MENU) instanceof Outcome.Refused<Done> refused) {
      LOG.warn("the bot's menu cannot be set: {}", refused.description());
    }
    return switch (settings.updates()) {
      case UpdateSource.Polling(Duration patience) -> poll(intake, patience, insistence);
      case UpdateSource.Hook hook -> listen(intake, hook, insistence);
    };
  }

  private Intake intake(User bot) {
    TelegramLimits limits = settings.limits();
    TelegramStore store = stores.telegram();
    var desk =
        new FrontDesk(
            new Attention(bot),
            new Commands(bot, house),
            new Access(settings.allow(), stores.pairings()),
            new Porter(api, workspaces, stores.scratch(), limits, surroundings),
            store,
            house,
            limits.context(),
            tally);
    var lanes =
        new Lanes<>("telegram", chat -> new Clerk(chat, store, desk, surroundings), () -> {});
    clerks = lanes;
    return new Intake(store, lanes, tally);
  }

  private String poll(Intake intake, Duration patience, Insistence insistence)
      throws InterruptedException {
    if (insistence.until(api::deleteWebhook) instanceof Outcome.Refused<Done> refused) {
      return explained(refused);
    }
    var poller = new Poller(api, intake, patience, surroundings, tally, reason -> problem = reason);
    return poller.run();
  }

  private String listen(Intake intake, UpdateSource.Hook hook, Insistence insistence)
      throws IOException, InterruptedException {
    try (var door = WebhookDoor.open(hook.listen(), hook.hook(), intake, tally)) {
      LOG.info("updates of Telegram are taken at {}", door.address());
      if (insistence.until(() -> api.setWebhook(hook.hook()))
          instanceof Outcome.Refused<Done> refused) {
        return explained(refused);
      }
      new CountDownLatch(1).await();
      return "";
    }
  }

  private static String explained(Outcome.Refused<?> refused) {
    return refused.kind() == Refusal.UNAUTHORIZED
        ? BAD_TOKEN
        : "Telegram refuses: " + refused.description();
  }

  // ---- for whoever started it

  /** Waits until it cannot go on, or is closed, and says why in words for people. */
  public String awaitStopped() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public BridgeStatus status() {
    User bot = me;
    return new BridgeStatus(
        bot == null ? null : bot.username(),
        problem,
        tally.taken.sum(),
        tally.overheard.sum(),
        tally.commands.sum(),
        tally.strangers.sum(),
        tally.ignored.sum(),
        tally.broken.sum(),
        tally.sent.sum(),
        tally.undeliverable.sum());
  }

  BridgeStores stores() {
    return stores;
  }

  BusClient client() {
    return client;
  }

  /** What is unfinished stays on disk, for the next time. */
  @Override
  public void close() throws IOException {
    end.complete("it was closed");
    thread.interrupt();
    greeter.interrupt();
    try {
      thread.join(FAREWELL);
      greeter.join(FAREWELL);
      Lanes<Clerk> lanes = clerks;
      if (lanes != null) {
        lanes.stop();
        lanes.awaitStopped(FAREWELL);
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    house.close();
    client.close();
    api.close();
    stores.close();
  }
}
