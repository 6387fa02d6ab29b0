package bub.client.transport;

import bub.protocol.ListenerProof;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Demands of a listener, before any token is sent, that it proves to know a key. Remembers whether
 * the latest listener did, so each client needs one of its own.
 */
public final class ProofDemand {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A key and the name under which the bus knows it. */
  public record Key(String name, String secret) {
    /** Never the secret. */
    @Override
    public String toString() {
      return "key " + name;
    }
  }

  /** The place of a key; null when there is none. Asked at each connect. */
  @FunctionalInterface
  public interface KeySource {
    @Nullable Key read() throws IOException;
  }

  /** The treatment of a listener that does not prove anything. */
  public enum Otherwise {
    /** Nothing is said to it. */
    REFUSE,
    /** It gets no token, as a bus of somebody else. */
    STAY_ANONYMOUS
  }

  /** One challenge, for one connection. */
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

  /** The same demand, for another connection. */
  ProofDemand again() {
    return new ProofDemand(keys, otherwise);
  }

  /** True when the latest listener has proven that it knows the key. */
  public boolean isMet() {
    return proven;
  }

  /** A new challenge, or null when there is no key to ask for. */
  @Nullable Challenge newChallenge() throws IOException {
    proven = false;
    Key key = keys.read();
    return key == null ? null : new Challenge(key, ListenerProof.newChallenge(key.name(), RANDOM));
  }

  /** Notes how a listener met its challenge; false when it must be told nothing. */
  boolean accepts(boolean met) {
    proven = met;
    return met || otherwise == Otherwise.STAY_ANONYMOUS;
  }
}
