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

/** A server that speaks Telegram's documented Bot API for one bot. Safe for any thread. */
public final class FakeBotApi implements AutoCloseable {
  public static final long BOT_ID = 4242;
  public static final String BOT_NAME = "fake_bub_bot";
  public static final String TOKEN = BOT_ID + ":fake-token-that-nobody-may-see";

  static {
    // without this, a small answer waits 40 ms for the TCP acknowledgement of its header
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

  public synchronized void goesDown() {
    server.stop(0);
  }

  public synchronized void comesBack() throws IOException {
    server = HttpServer.create(loopback(server.getAddress().getPort()), BACKLOG);
    open();
  }

  public synchronized URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public FakeBotApiScript script() {
    return script;
  }

  // ---- Actions of people

  /** Sends a message and returns its id; a negative chat is a group. */
  public long says(long chat, FakeBotApiUser user, String text) {
    return posts(FakeBotApiMessage.in(chat, user).text(text));
  }

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

  /** Stores a file for download, as the {@code document}, {@code voice} … of a message. */
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

  public void edits(long messageId, FakeBotApiMessage message) {
    methods.updates.add("edited_message", message.toJson(messageId));
  }

  /** Adds any other update, with its kind and its content as JSON. */
  public void happens(String kind, String json) {
    methods.updates.add(kind, RawJson.trusted(json.getBytes(UTF_8)));
  }

  /** Adds a raw update under this id, whatever its content. */
  public void brings(long id, String json) {
    methods.updates.addRaw(id, RawJson.trusted(json.getBytes(UTF_8)));
  }

  // ---- Results

  /** Returns the messages of the bot to a chat, in order and in their current version. */
  public List<FakeBotApiSent> sent(long chat) {
    return methods.chats.sent(chat);
  }

  public int sentToAll() {
    return methods.chats.count();
  }

  public List<FakeBotApiSent> awaitSent(long chat, int count) throws InterruptedException {
    return methods.chats.await(chat, count);
  }

  public int unconfirmed() {
    return methods.updates.count();
  }

  public boolean isPolled() {
    return methods.updates.isPolled();
  }

  public @Nullable String webhookUrl() {
    return methods.webhookUrl();
  }

  @Override
  public synchronized void close() {
    closed.countDown();
    methods.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
