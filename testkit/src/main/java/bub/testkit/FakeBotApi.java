package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.JsonWriter;
import bub.json.RawJson;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks Telegram's Bot API for one bot, and the people who write to that bot. It
 * does what Telegram's documentation says, except where a test tells it to fail. Safe for any
 * thread.
 */
public final class FakeBotApi implements AutoCloseable {
  public static final long BOT_ID = 4242;
  public static final String BOT_NAME = "fake_bub_bot";
  public static final String TOKEN = BOT_ID + ":fake-token-that-nobody-may-see";

  static {
    // else a small answer waits for the acknowledgement of its head, 40 ms each time
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final int BACKLOG = 1_000;

  private HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final FakeBotApiMethods methods = new FakeBotApiMethods();
  private final FakeBotApiScript script = new FakeBotApiScript();

  private FakeBotApi(HttpServer server) {
    this.server = server;
  }

  public static FakeBotApi start() throws IOException {
    var fake = new FakeBotApi(HttpServer.create(loopback(0), BACKLOG));
    fake.open();
    return fake;
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private void open() {
    server.setExecutor(threads);
    server.createContext("/", new FakeBotApiDoor(methods, script, closed));
    server.start();
  }

  /** Cuts every connection and takes none, until it comes back. */
  public synchronized void goesDown() {
    server.stop(0);
  }

  /** Is there again, at the same address and with all it knew. */
  public synchronized void comesBack() throws IOException {
    server = HttpServer.create(loopback(server.getAddress().getPort()), BACKLOG);
    open();
  }

  /** What to set as the address of the Bot API. */
  public synchronized URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** How it fails, and what it was asked. */
  public FakeBotApiScript script() {
    return script;
  }

  // ---- people

  /**
   * Somebody writes; a negative chat is a group.
   *
   * @return the number of the message
   */
  public long says(long chat, FakeBotApiUser user, String text) {
    return posts(FakeBotApiMessage.in(chat, user).text(text));
  }

  /** Somebody answers a message, their own or the bot's. */
  public long replies(long chat, FakeBotApiUser user, long messageId, String text) {
    RawJson answered = methods.chats.message(chat, messageId);
    if (answered == null) {
      throw new IllegalArgumentException("there is no message " + messageId + " in chat " + chat);
    }
    return posts(FakeBotApiMessage.in(chat, user).text(text).with("reply_to_message", answered));
  }

  public long sendsFile(long chat, FakeBotApiUser user, String name, byte[] bytes) {
    return posts(
        FakeBotApiMessage.in(chat, user).with("document", keeps(name, "text/plain", bytes)));
  }

  /** Keeps a file for download: a {@code document}, {@code voice} … of a message. */
  public RawJson keeps(String name, String mimeType, byte[] bytes) {
    String id = "file-" + methods.chats.newId();
    methods.files.put(id, bytes);
    return RawJson.trusted(
        new JsonWriter()
            .beginObject()
            .field("file_id", id)
            .field("file_unique_id", "unique-" + id)
            .field("file_name", name)
            .field("mime_type", mimeType)
            .field("file_size", bytes.length)
            .endObject()
            .toByteArray());
  }

  public long posts(FakeBotApiMessage message) {
    long id = methods.chats.newId();
    RawJson json = message.toJson(id);
    methods.chats.remember(message.chat(), id, json);
    methods.updates.add("message", json);
    return id;
  }

  /** Somebody changes what they wrote. */
  public void edits(long messageId, FakeBotApiMessage message) {
    methods.updates.add("edited_message", message.toJson(messageId));
  }

  /** Any other update: its kind, and what is in it as JSON. */
  public void happens(String kind, String json) {
    methods.updates.add(kind, RawJson.trusted(json.getBytes(UTF_8)));
  }

  /** An update as it is, under the number it is kept by, whatever stands in it. */
  public void brings(long id, String json) {
    methods.updates.addRaw(id, RawJson.trusted(json.getBytes(UTF_8)));
  }

  // ---- what came of it

  /** What the bot has sent to a chat, in order, as it is now. */
  public List<FakeBotApiSent> sent(long chat) {
    return methods.chats.sent(chat);
  }

  /** How many messages the bot has sent to anybody. */
  public int sentToAll() {
    return methods.chats.count();
  }

  /** Waits until the bot has sent so many messages to a chat. */
  public List<FakeBotApiSent> awaitSent(long chat, int count) throws InterruptedException {
    return methods.chats.await(chat, count);
  }

  /** How many updates the bot has not confirmed yet. */
  public int unconfirmed() {
    return methods.updates.count();
  }

  /** Whether somebody waits for updates right now. */
  public boolean isPolled() {
    return methods.updates.isPolled();
  }

  public @Nullable String webhookUrl() {
    return methods.webhookUrl();
  }

  /** Ends it, and every connection that still hangs. */
  @Override
  public synchronized void close() {
    closed.countDown();
    methods.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
