package bub.cluster.nats;

import java.nio.file.Path;

/**
 * Source of the secret that a node shows to NATS. A file is read again for every connection, so
 * that a secret can change while the node runs. Secrets themselves are never in these values.
 */
public sealed interface NatsCredentials {
  /** No secret. */
  record None() implements NatsCredentials {}

  /** File with a JWT and its key, as {@code nsc} writes it. */
  record CredsFile(Path file) implements NatsCredentials {}

  /** File with a token. */
  record TokenFile(Path file) implements NatsCredentials {}

  /** File with a user name and a password, separated by a colon. */
  record UserFile(Path file) implements NatsCredentials {}
}
