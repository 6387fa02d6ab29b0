package bub.gateway.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.files.WatchedFile;
import bub.gateway.caller.CallerSlots;
import bub.gateway.caller.CallerSlots.Slot;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import bub.protocol.message.AgentMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hooks at {@code POST /hooks/NAME}. A hook is open to all who know its secret. */
public final class HookDoor implements HttpMount, AutoCloseable {
  /** Senders of the hooks' messages. */
  public static final Pattern ADDRESSES = Pattern.of("hook:*");

  private static final String PATH = "/hooks/";

  private static final int LONGEST_DELIVERY = 256;
  private static final int ID_BYTES = 16;

  private final WatchedFile<HookRules> rules;
  private final HookMessages messages;
  private final HookRecipient recipients;
  private final ClientEnvironment environment;
  private final RecentBodies recent = new RecentBodies();
  private final CallerSlots slots = new CallerSlots("open requests to hooks", 64, 16);

  private HookDoor(
      WatchedFile<HookRules> rules,
      HookMessages messages,
      HookRecipient recipients,
      ClientEnvironment environment) {
    this.rules = rules;
    this.messages = messages;
    this.recipients = recipients;
    this.environment = environment;
  }

  /** {@code state} holds the hooks and the messages that wait. */
  public static HookDoor open(Path state, BusClient client, ClientEnvironment environment)
      throws IOException, InterruptedException {
    return new HookDoor(
        new WatchedFile<>(state.resolve(HookRules.FILE), HookRules::parse, HookRules.NONE),
        HookMessages.open(state, client, environment),
        new HookRecipient(client),
        environment);
  }

  @Override
  public List<String> paths() {
    return List.of(PATH + "*");
  }

  @Override
  public HttpReply refuse(MountedCall call, HttpRefusal refusal) {
    JsonWriter out = new JsonWriter().beginObject().field("error", refusal.text());
    out.field("reason", refusal.reason());
    HttpReply reply = HttpReply.json(refusal.status(), out.endObject().toByteArray());
    Duration wait = refusal.retryAfter();
    return wait == null
        ? reply
        : reply.with("Retry-After", String.valueOf(Math.max(1, wait.toSeconds())));
  }

  @Override
  public void answer(MountedCall call) throws Exception {
    if (!call.method().equals("POST")) {
      throw new HttpRefusal(405, "invalid", "Use POST.");
    }
    Hook hook = find(call.path().substring(PATH.length()));
    MessageId id = call.readBody(hook.maxBytes(), body -> accept(hook, call, body));
    JsonWriter out = new JsonWriter().beginObject().field("messageId", id.value());
    call.answer(HttpReply.json(200, out.endObject().toByteArray()));
  }

  private Hook find(String name) throws HttpRefusal {
    WatchedFile.Reading<HookRules> reading = rules.read();
    HookRules known = reading.content();
    if (known == null) {
      throw new HttpRefusal(503, "unavailable", "The hooks of this bub cannot be read.");
    }
    return known
        .find(name)
        .orElseThrow(() -> new HttpRefusal(404, "not_found", "There is no such hook."));
  }

  private MessageId accept(Hook hook, MountedCall call, byte[] body) throws Exception {
    Instant now = environment.time().now();
    HookSignature signature = hook.signature();
    var posted = new HookSignature.Posted(call::header, body, now, hook.replayWindow());
    if (!signature.proves(hook.secret(), posted)) {
      throw new HttpRefusal(
          401, "unauthenticated", "The secret or the signature is wrong, missing or too old.");
    }
    // Only now: whoever does not know the secret must not use up the slots of those who do.
    try (Slot _ = slots.take(hook.address())) {
      return accept(hook, posted, body, now);
    }
  }

  private MessageId accept(Hook hook, HookSignature.Posted posted, byte[] body, Instant now)
      throws HttpRefusal, InterruptedException {
    HookSignature signature = hook.signature();
    RawJson json = parse(body);
    MessageId id = id(hook, signature.delivery(posted));
    if (signature.isReplayable()) {
      String first = recent.claim(hook.name(), hash(body), id.value(), now, hook.replayWindow());
      id = new MessageId(first);
    }
    send(hook, id, json); // a message that is known has no effect
    return id;
  }

  private static RawJson parse(byte[] body) throws HttpRefusal {
    try {
      return RawJson.parse(body, RawJson.DEFAULT_DEPTH / 2);
    } catch (InvalidJson odd) {
      throw new HttpRefusal(400, "invalid", "The body must be JSON: " + odd.getMessage());
    }
  }

  /** The same delivery always gets the same id. */
  private MessageId id(Hook hook, @Nullable String delivery) throws HttpRefusal {
    if (delivery == null) {
      return environment.messageIds().get();
    }
    if (delivery.length() > LONGEST_DELIVERY) {
      throw new HttpRefusal(400, "invalid", "The id of the delivery is too long.");
    }
    return new MessageId("hook_" + hash(hook.name().getBytes(UTF_8), delivery.getBytes(UTF_8)));
  }

  private void send(Hook hook, MessageId id, RawJson body)
      throws HttpRefusal, InterruptedException {
    var out = new JsonWriter().beginObject().field("type", AgentMessage.TYPE);
    out.name("content").beginObject().field("text", HookText.of(hook.text(), body));
    out.field("hook", hook.name()).field("data", body).endObject().endObject();
    var envelope =
        new Envelope(hook.address(), recipients.of(hook), id, RawJson.trusted(out.toByteArray()));
    Ack ack = messages.accept(envelope);
    if (!ack.success()) {
      throw new HttpRefusal(
          503, "busy", ack.message(), Duration.ofSeconds(Math.max(1, ack.retrySeconds())));
    }
  }

  static String hash(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void close() throws IOException {
    messages.close();
  }
}
