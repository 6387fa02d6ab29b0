package bub.client.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.ListenerProof;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Demand for a proof before any token is sent; remembers its result, so one per client. */
public final class ProofDemand {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Key with the name under which the bus knows it. */
  public record Key(String name, String secret) {
    private static final Pattern TOKEN = Pattern.compile("bub_([0-9a-f]{8})_.+");

    /** Key for the holder of a token: its hash, which only the bus stores; null for other texts. */
    public static @Nullable Key ofToken(@Nullable String token) {
      Matcher shape = TOKEN.matcher(token == null ? "" : token);
      return shape.matches() ? new Key(shape.group(1), sha256(shape.group())) : null;
    }

    private static String sha256(String text) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        return HexFormat.of().formatHex(digest);
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    /** Omits the secret. */
    @Override
    public String toString() {
      return "key " + name;
    }
  }

  /** Source of a key, or null; read at each connect. */
  @FunctionalInterface
  public interface KeySource {
    @Nullable Key read() throws IOException;
  }

  public enum Otherwise {
    /** Closes the connection and sends nothing. */
    REFUSE,
    /** Sends no token, as to a foreign bus. */
    STAY_ANONYMOUS
  }

  record Challenge(Key key, String text) {
    boolean isMetBy(@Nullable String answer, InetSocketAddress client, InetSocketAddress listener) {
      return answer != null
          && ListenerProof.isSame(
              ListenerProof.answer(key.secret(), text, client, listener), answer);
    }
  }

  private final KeySource keys;
  private final Otherwise otherwise;
  private volatile boolean proven;

  public ProofDemand(KeySource keys, Otherwise otherwise) {
    this.keys = keys;
    this.otherwise = otherwise;
  }

  /** Refuses a listener that does not know the token. */
  public static ProofDemand byToken(TokenText token) {
    return new ProofDemand(() -> Key.ofToken(token.read()), Otherwise.REFUSE);
  }

  /** Source of a token, or null; read at each connect. */
  @FunctionalInterface
  public interface TokenText {
    @Nullable String read() throws IOException;
  }

  ProofDemand again() {
    return new ProofDemand(keys, otherwise);
  }

  /** True when the latest listener has proven that it knows the key. */
  public boolean isMet() {
    return proven;
  }

  /** Null when there is no key. */
  @Nullable Challenge newChallenge() throws IOException {
    proven = false;
    Key key = keys.read();
    return key == null ? null : new Challenge(key, ListenerProof.newChallenge(key.name(), RANDOM));
  }

  /** False when the connection must close. */
  boolean accepts(boolean met) {
    proven = met;
    return met || otherwise == Otherwise.STAY_ANONYMOUS;
  }
}
