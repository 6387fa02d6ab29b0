package bub.gateway.hook;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.Address;
import bub.protocol.Role;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Hook of an operator.
 *
 * @param to an agent or another peer; for a chat, its agent gets the message
 * @param secret known to the service and to bub
 * @param text template of the message's text; see {@link HookText}
 * @param maxBytes limit for a body
 * @param replayWindow age of a signature above which it is refused, and time in which a signed body
 *     without an age counts once
 */
public record Hook(
    String name,
    Address to,
    HookSignature signature,
    String secret,
    String text,
    int maxBytes,
    Duration replayWindow)
    implements JsonValue {
  public static final int MOST_BYTES = 512 * 1024;
  public static final int USUAL_BYTES = 64 * 1024;
  public static final Duration USUAL_WINDOW = Duration.ofMinutes(5);
  public static final Duration LONGEST_WINDOW = Duration.ofDays(1);
  public static final int SHORTEST_SECRET = 16;
  public static final int LONGEST_SECRET = 512;
  public static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}");

  private static final String PREFIX = "hook:";

  static final List<String> FIELDS =
      List.of("name", "to", "signature", "secret", "text", "maxBytes", "replayWindowSeconds");

  public Hook {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidField(
          "name",
          "must be 1 to 32 lower-case letters, digits, '_' and '-', and start with a letter or a"
              + " digit");
    }
    if (to.value().startsWith("system:")) {
      throw new InvalidField("to", "must not be an address of bub itself");
    }
    if (secret.length() < SHORTEST_SECRET || secret.length() > LONGEST_SECRET) {
      throw new InvalidField(
          "secret", "must have " + SHORTEST_SECRET + " to " + LONGEST_SECRET + " characters");
    }
    signature.check(secret);
    HookText.check(text);
    if (maxBytes < 1 || maxBytes > MOST_BYTES) {
      throw new InvalidField("maxBytes", "must be from 1 to " + MOST_BYTES);
    }
    if (replayWindow.isNegative()
        || replayWindow.isZero()
        || replayWindow.compareTo(LONGEST_WINDOW) > 0) {
      throw new InvalidField("replayWindowSeconds", "must be from 1 to 86400");
    }
  }

  static Hook read(Fields fields) {
    long bytes = fields.integer("maxBytes", USUAL_BYTES);
    long seconds = fields.integer("replayWindowSeconds", USUAL_WINDOW.toSeconds());
    String text = fields.optionalString("text");
    return new Hook(
        fields.string("name"),
        Address.check("to", fields.string("to")),
        HookSignature.read("signature", fields.string("signature")),
        fields.string("secret"),
        text == null ? HookText.USUAL : text,
        Math.clamp(bytes, 0, Integer.MAX_VALUE),
        Duration.ofSeconds(Math.clamp(seconds, 0, Integer.MAX_VALUE)));
  }

  /** Sender of the hook's messages. */
  public Address address() {
    return new Address(PREFIX + name);
  }

  boolean isForChat() {
    return Role.of(to) == Role.CHAT;
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("name", name).field("to", to.value());
    out.field("signature", signature.word()).field("secret", secret).field("text", text);
    out.field("maxBytes", maxBytes).field("replayWindowSeconds", replayWindow.toSeconds());
    out.endObject();
  }
}
