package bub.channel;

import static org.awaitility.Awaitility.await;

import bub.channel.store.ChatLimits;
import bub.channel.store.ChatStore;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A service of Telegram chats on a {@link TestBus}, with its own clock. */
public final class TestChannel implements AutoCloseable {
  public static final ChatId CHAT = new ChatId("1");
  public static final Address ADDRESS = new Address("tg:1");

  public final ManualTime time;
  public final RecordedEdge edge = new RecordedEdge();
  public final ChatService service;
  public final ChatStore store;
  private final TestBus bus;
  private final Path file;
  private final ClientEnvironment environment;
  private final ChatSettings settings;
  private final BusClient client;

  private TestChannel(
      TestBus bus, Path file, ManualTime time, ClientEnvironment environment, ChatSettings settings)
      throws Exception {
    this.bus = bus;
    this.file = file;
    this.time = time;
    this.environment = environment;
    this.settings = settings;
    this.store = ChatStore.open(file, ChatLimits.standard(), time);
    this.client = bus.client("telegram-bridge");
    this.service =
        new ChatService(ChannelDescription.TELEGRAM, settings, store, client, edge, environment);
    service.start();
    client.awaitConnected(Duration.ofSeconds(30));
  }

  static TestChannel on(TestBus bus, Path file, ChatSettings settings) throws Exception {
    var time = new ManualTime();
    return new TestChannel(bus, file, time, time.environment(), settings);
  }

  IntakeResult type(String text) throws Exception {
    return type(CHAT, text);
  }

  IntakeResult type(ChatId chat, String text) throws Exception {
    return service.take(chat, ChatMessage.of(text, "7", ChannelDescription.TELEGRAM.channel()));
  }

  ChatStage stage() throws Exception {
    return service.status(CHAT).stage();
  }

  void awaitStage(Class<? extends ChatStage> stage) {
    await().until(() -> stage.isInstance(stage()));
  }

  /** Waits until somebody waits for this moment, and lets it come. */
  void pass(Duration sinceStart) {
    await().until(() -> time.isAwaited(sinceStart));
    time.advance(Duration.between(time.now(), ManualTime.START.plus(sinceStart)));
  }

  /**
   * The channel that a new process finds after this one was killed: what is on disk now, and
   * nothing that only this one knows.
   */
  TestChannel killedAndStartedAgain() throws Exception {
    return killedAndStartedAgain(Duration.ZERO);
  }

  TestChannel killedAndStartedAgain(Duration later) throws Exception {
    Path next = Files.createTempDirectory(file.getParent(), "next").resolve("chats.db");
    client.close();
    copyTo(next);
    close();
    time.advance(later);
    return new TestChannel(bus, next, time, environment, settings);
  }

  private void copyTo(Path next) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(file.getParent(), "chats.db*")) {
      for (Path one : files) {
        if (!one.toString().endsWith(".lock")) {
          Files.copy(one, next.resolveSibling(one.getFileName()));
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    service.close();
    client.close();
    store.close();
  }
}
