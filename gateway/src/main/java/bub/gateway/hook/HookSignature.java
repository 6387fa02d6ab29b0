package bub.gateway.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.InvalidField;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Ways in which services prove that they know a hook's secret. */
public enum HookSignature {
  /** The secret itself, as a bearer token or in a header of the service. */
  TOKEN {
    @Override
    void check(String secret) {
      if (!HEADER_TEXT.matcher(secret).matches()) {
        throw new InvalidField(
            "secret", "must have visible ASCII characters only, because a header carries it");
      }
    }

    @Override
    boolean proves(String secret, Posted posted) {
      String bearer = posted.header("Authorization");
      return TOKEN_HEADERS.stream()
              .map(posted::header)
              .anyMatch(given -> given != null && equal(given, secret))
          || bearer != null
              && bearer.regionMatches(true, 0, BEARER, 0, BEARER.length())
              && equal(bearer.substring(BEARER.length()).strip(), secret);
    }

    @Override
    @Nullable String delivery(Posted posted) {
      return posted.firstHeader(DELIVERY_HEADERS);
    }

    @Override
    public Map<String, String> sign(String secret, Instant now, String delivery, byte[] body) {
      return Map.of("Authorization", BEARER + secret, "Idempotency-Key", delivery);
    }
  },

  /** HMAC of the body in {@code X-Hub-Signature-256}, as GitHub, Gitea and many others send it. */
  GITHUB {
    @Override
    boolean proves(String secret, Posted posted) {
      String given = posted.header(HUB_HEADER);
      return given != null && equal(given, hub(secret, posted.body()));
    }

    @Override
    @Nullable String delivery(Posted posted) {
      return posted.firstHeader(DELIVERY_HEADERS);
    }

    @Override
    boolean isReplayable() {
      return true;
    }

    @Override
    public Map<String, String> sign(String secret, Instant now, String delivery, byte[] body) {
      return Map.of(HUB_HEADER, hub(secret, body), "X-GitHub-Delivery", delivery);
    }

    private static String hub(String secret, byte[] body) {
      return "sha256=" + HexFormat.of().formatHex(hmac(secret.getBytes(UTF_8), body));
    }
  },

  /** HMAC of id, time and body, as the Standard Webhooks specification defines it. */
  STANDARD {
    @Override
    void check(String secret) {
      standardKey(secret);
    }

    @Override
    boolean proves(String secret, Posted posted) {
      String id = posted.header("webhook-id");
      String time = posted.header("webhook-timestamp");
      String given = posted.header("webhook-signature");
      if (id == null || time == null || given == null || !posted.isRecent(time)) {
        return false;
      }
      String right = standard(secret, id, time, posted.body());
      return List.of(given.split(" ", MOST_SIGNATURES)).stream().anyMatch(one -> equal(one, right));
    }

    @Override
    @Nullable String delivery(Posted posted) {
      return posted.header("webhook-id");
    }

    @Override
    public Map<String, String> sign(String secret, Instant now, String delivery, byte[] body) {
      String time = String.valueOf(now.getEpochSecond());
      return Map.of(
          "webhook-id", delivery,
          "webhook-timestamp", time,
          "webhook-signature", standard(secret, delivery, time, body));
    }

    private static String standard(String secret, String id, String time, byte[] body) {
      byte[] mac = hmac(standardKey(secret), (id + "." + time + ".").getBytes(UTF_8), body);
      return "v1," + Base64.getEncoder().encodeToString(mac);
    }
  },

  /** HMAC of time and body in {@code Stripe-Signature}. */
  STRIPE {
    @Override
    boolean proves(String secret, Posted posted) {
      String header = posted.header(STRIPE_HEADER);
      if (header == null) {
        return false;
      }
      String time = null;
      var given = new ArrayList<String>();
      for (String part : header.split(",", MOST_SIGNATURES)) {
        String word = part.strip();
        if (word.startsWith("t=")) {
          time = word.substring(2);
        } else if (word.startsWith("v1=")) {
          given.add(word.substring(3));
        }
      }
      if (time == null || !posted.isRecent(time)) {
        return false;
      }
      String right = stripe(secret, time, posted.body());
      return given.stream().anyMatch(one -> equal(one, right));
    }

    // Each repetition has a new signature, but the body has the id of its event.
    @Override
    String delivery(Posted posted) {
      return HookDoor.hash(posted.body());
    }

    @Override
    public Map<String, String> sign(String secret, Instant now, String delivery, byte[] body) {
      String time = String.valueOf(now.getEpochSecond());
      return Map.of(STRIPE_HEADER, "t=" + time + ",v1=" + stripe(secret, time, body));
    }

    private static String stripe(String secret, String time, byte[] body) {
      byte[] mac = hmac(secret.getBytes(UTF_8), (time + ".").getBytes(UTF_8), body);
      return HexFormat.of().formatHex(mac);
    }
  };

  private static final List<String> TOKEN_HEADERS =
      List.of("X-Hook-Token", "X-Gitlab-Token", "X-Telegram-Bot-Api-Secret-Token");
  private static final List<String> DELIVERY_HEADERS =
      List.of("X-GitHub-Delivery", "X-Gitlab-Event-UUID", "Idempotency-Key");
  private static final String BEARER = "Bearer ";
  private static final Pattern HEADER_TEXT = Pattern.compile("[!-~](?:[ -~]*[!-~])?");
  private static final String HUB_HEADER = "X-Hub-Signature-256";
  private static final String STRIPE_HEADER = "Stripe-Signature";
  private static final String STANDARD_PREFIX = "whsec_";
  private static final int MOST_SIGNATURES = 16;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  /** A request to check. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Posted(
      Function<String, @Nullable String> headers, byte[] body, Instant now, Duration window) {
    /** A header without a value counts as absent: deliveries with an empty id are not equal. */
    @Nullable String header(String name) {
      String value = headers.apply(name);
      return value == null || value.isBlank() ? null : value;
    }

    @Nullable String firstHeader(List<String> names) {
      return names.stream().map(this::header).filter(Objects::nonNull).findFirst().orElse(null);
    }

    boolean isRecent(String seconds) {
      return SECONDS.matcher(seconds).matches()
          && Duration.between(Instant.ofEpochSecond(Long.parseLong(seconds)), now)
                  .abs()
                  .compareTo(window)
              <= 0;
    }
  }

  abstract boolean proves(String secret, Posted posted);

  /** Returns the headers that a service sends with the body. */
  public abstract Map<String, String> sign(
      String secret, Instant now, String delivery, byte[] body);

  /** Returns the id that repeated deliveries share, or null. A signed id cannot be changed. */
  abstract @Nullable String delivery(Posted posted);

  /** True if somebody who has read a request can send it again under another delivery id. */
  boolean isReplayable() {
    return false;
  }

  void check(String secret) {}

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static String words() {
    return List.of(values()).stream().map(HookSignature::word).collect(Collectors.joining(", "));
  }

  public static HookSignature read(String field, String word) {
    for (HookSignature one : values()) {
      if (one.word().equals(word)) {
        return one;
      }
    }
    throw new InvalidField(field, "must be one of " + words());
  }

  /** Returns a new secret in the form that the services of this kind use. */
  public String secretOf(byte[] random) {
    return this == STANDARD
        ? STANDARD_PREFIX + Base64.getEncoder().encodeToString(random)
        : Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  private static byte[] standardKey(String secret) {
    String text =
        secret.startsWith(STANDARD_PREFIX) ? secret.substring(STANDARD_PREFIX.length()) : secret;
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException odd) {
      throw new InvalidField("secret", "must be base64, with or without whsec_ in front");
    }
  }

  private static byte[] hmac(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Takes the same time wherever the texts differ. */
  private static boolean equal(String one, String other) {
    return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
  }
}
