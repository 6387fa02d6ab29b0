package bub.channel.telegram;

import bub.channel.ChannelDescription;
import bub.channel.ChannelLease;
import bub.channel.ChatService;
import bub.channel.telegram.api.ApiLimits;
import bub.channel.telegram.api.ApiOutcome;
import bub.channel.telegram.api.HttpBotApi;
import bub.channel.telegram.api.NoValue;
import bub.channel.telegram.api.TelegramRefusal;
import bub.channel.telegram.api.TelegramUser;
import bub.channel.telegram.store.TelegramStore;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.client.KeyedWorkers;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bridge between one bot's chats and their agents. Outages of bus or Telegram do not stop it. */
public final class TelegramBridge implements AutoCloseable {
  public static final Address NAME = new Address("telegram-bridge");

  static final String BAD_TOKEN =
      "Telegram rejected the bot token; get a valid one from @BotFather";

  private static final Logger LOG = LoggerFactory.getLogger(TelegramBridge.class);
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final TelegramSettings settings;
  private final ClientEnvironment environment;
  private final BridgeStores stores;
  private final HttpBotApi api;
  private final BusClient client;
  private final SharedFiles workspaces;
  private final BridgeCounters counters = new BridgeCounters();
  private final ChannelLease lease;
  private final ChatService chats;
  private final Thread thread = Thread.ofVirtual().name("telegram").unstarted(this::run);
  private final Thread notifier;
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private volatile @Nullable KeyedWorkers<ChatId, UpdateWorker> updateWorkers;
  private volatile @Nullable UpdateIntake intake;
  private volatile @Nullable TelegramUser me;
  private volatile @Nullable String problem;

  private TelegramBridge(
      TelegramSettings settings,
      ClientEnvironment environment,
      BridgeStores stores,
      HttpBotApi api,
      BusClient client) {
    this.settings = settings;
    this.environment = environment;
    this.stores = stores;
    this.api = api;
    this.client = client;
    this.workspaces = new SharedFiles(settings.workspaces());
    this.lease = new ChannelLease(client, "telegram:" + settings.token().botId(), System::nanoTime);
    this.chats =
        new ChatService(
            ChannelDescription.TELEGRAM,
            settings.chats(),
            stores.chats(),
            client,
            edge(),
            environment,
            lease);
    this.notifier =
        Thread.ofVirtual()
            .name("telegram-greeter")
            .unstarted(new PairingNotifier(stores.pairings(), chats, environment.time()));
  }

  private TelegramEdge edge() {
    TelegramStore store = stores.telegram();
    TelegramLimits limits = settings.limits();
    TimeSource time = environment.time();
    var pace = new SendRateLimiter(limits, time);
    var courier = new TelegramSender(api, store, pace);
    var drafts = new DraftMessages(courier, store, pace, limits.editEvery(), time);
    return new TelegramEdge(
        courier, drafts, workspaces, stores.scratch(), limits.fileBytes(), counters);
  }

  /**
   * Starts a bridge. The bus and Telegram need not be reachable yet.
   *
   * @param connect creates the client of this name, not connected yet; the bridge closes it
   * @throws bub.store.StoreInUse when another bridge of the same bot is running
   */
  public static TelegramBridge start(
      TelegramSettings settings, Function<Address, BusClient> connect)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    return start(settings, connect, ClientEnvironment.system());
  }

  static TelegramBridge start(
      TelegramSettings settings,
      Function<Address, BusClient> connect,
      ClientEnvironment environment)
      throws RpcException, NoAnswer, IOException, InterruptedException {
    BusClient client = connect.apply(NAME);
    BridgeStores stores;
    try {
      stores = BridgeStores.open(settings, environment.time());
    } catch (IOException | InterruptedException failed) {
      client.close();
      throw failed;
    }
    var api = new HttpBotApi(settings.apiUrl(), settings.token(), ApiLimits.standard());
    var bridge = new TelegramBridge(settings, environment, stores, api, client);
    try {
      client.onState(bridge::follow);
      bridge.chats.startOffDuty();
      bridge.lease.start();
      bridge.thread.start();
      bridge.notifier.start();
      return bridge;
    } catch (InterruptedException failed) {
      bridge.close();
      throw failed;
    }
  }

  private void follow(ClientState state) {
    if (state instanceof ClientState.Stopped(String reason)) {
      end.complete("the connection to the bus has ended: " + reason);
    }
  }

  // ---- on the bridge's own thread

  private void run() {
    try {
      end.complete(new BridgeShift(lease, chats, this::receive).run());
    } catch (InterruptedException closed) {
      end.complete("it was closed");
    } catch (IOException | RuntimeException broken) {
      LOG.error("The Telegram bridge failed", broken);
      end.complete("internal error: " + broken.getMessage());
    }
  }

  /** Returns the reason when a retry is useless. */
  private String receive() throws IOException, InterruptedException {
    var backoff = new TelegramBackoff(environment);
    return switch (backoff.until(api::getMe)) {
      case ApiOutcome.Ok<TelegramUser>(TelegramUser bot) -> receive(bot, backoff);
      case ApiOutcome.Refused<TelegramUser> refused -> explained(refused);
      case ApiOutcome.Retry<TelegramUser>(Duration _, String why) -> why; // never returned
    };
  }

  private String receive(TelegramUser bot, TelegramBackoff backoff)
      throws IOException, InterruptedException {
    me = bot;
    UpdateIntake accepting = intakeFor(bot);
    accepting.resume();
    if (api.setMyCommands(BotCommands.MENU) instanceof ApiOutcome.Refused<NoValue> refused) {
      LOG.warn("Cannot set the bot's menu: {}", refused.description());
    }
    return switch (settings.updates()) {
      case UpdateSource.Polling(Duration timeout) -> poll(accepting, timeout, backoff);
      case UpdateSource.Hook hook -> listen(accepting, hook, backoff);
    };
  }

  /** One for all shifts, because its workers go on when a shift ends. */
  private UpdateIntake intakeFor(TelegramUser bot) {
    UpdateIntake known = intake;
    if (known == null) {
      known = createIntake(bot);
      intake = known;
    }
    return known;
  }

  private UpdateIntake createIntake(TelegramUser bot) {
    TelegramLimits limits = settings.limits();
    TelegramStore store = stores.telegram();
    var desk =
        new UpdateHandler(
            new MentionCheck(bot),
            new BotCommands(bot, chats),
            new TelegramAccess(settings.allow(), stores.pairings()),
            new FileDownloader(api, workspaces, stores.scratch(), limits, environment),
            store,
            chats,
            limits.context(),
            counters);
    var workers =
        new KeyedWorkers<ChatId, UpdateWorker>(
            "telegram", chat -> new UpdateWorker(chat, store, desk, environment), () -> {});
    updateWorkers = workers;
    return new UpdateIntake(store, workers, counters);
  }

  private String poll(UpdateIntake accepting, Duration timeout, TelegramBackoff backoff)
      throws InterruptedException {
    if (backoff.until(api::deleteWebhook) instanceof ApiOutcome.Refused<NoValue> refused) {
      return explained(refused);
    }
    var poller =
        new Poller(api, accepting, timeout, environment, counters, reason -> problem = reason);
    return poller.run();
  }

  private String listen(UpdateIntake accepting, UpdateSource.Hook hook, TelegramBackoff backoff)
      throws IOException, InterruptedException {
    try (var door = WebhookReceiver.open(hook.listen(), hook.hook(), accepting, counters)) {
      LOG.info("Listening for Telegram updates at {}", door.address());
      if (backoff.until(() -> api.setWebhook(hook.hook()))
          instanceof ApiOutcome.Refused<NoValue> refused) {
        return explained(refused);
      }
      new CountDownLatch(1).await();
      return "";
    }
  }

  private static String explained(ApiOutcome.Refused<?> refused) {
    return refused.kind() == TelegramRefusal.UNAUTHORIZED
        ? BAD_TOKEN
        : "Telegram refused the request: " + refused.description();
  }

  // ---- for the caller

  /** Returns the reason as a phrase for people. */
  public String awaitStopped() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public BridgeStatus status() {
    TelegramUser bot = me;
    return new BridgeStatus(
        bot == null ? null : bot.username(),
        problem,
        counters.taken.sum(),
        counters.overheard.sum(),
        counters.commands.sum(),
        counters.strangers.sum(),
        counters.ignored.sum(),
        counters.broken.sum(),
        counters.sent.sum(),
        counters.undeliverable.sum());
  }

  BridgeStores stores() {
    return stores;
  }

  BusClient client() {
    return client;
  }

  boolean isServing() {
    return chats.isListening();
  }

  /** Unfinished work stays on disk. */
  @Override
  public void close() throws IOException {
    end.complete("it was closed");
    thread.interrupt();
    notifier.interrupt();
    try {
      thread.join(FAREWELL);
      notifier.join(FAREWELL);
      KeyedWorkers<ChatId, UpdateWorker> workers = updateWorkers;
      if (workers != null) {
        workers.stop();
        workers.awaitStopped(FAREWELL);
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    chats.close();
    lease.close();
    lease.release();
    client.close();
    api.close();
    stores.close();
  }
}
