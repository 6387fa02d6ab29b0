package bub.bench;

/** What nats-server says to a client. */
sealed interface NatsOp {
  record Info(String json) implements NatsOp {}

  /** A delivered message; without a reply subject {@code replyTo} is empty. */
  record Message(String subject, String replyTo, String payload) implements NatsOp {}

  record Ping() implements NatsOp {}

  record Pong() implements NatsOp {}

  record Ok() implements NatsOp {}

  record Err(String text) implements NatsOp {}
}
