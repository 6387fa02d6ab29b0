package bub.bench.wire;

/** An operation that nats-server sends to a client. */
sealed interface NatsOp {
  record Info(String json) implements NatsOp {}

  /** A delivered message; {@code replyTo} is empty without a reply subject. */
  record Message(String subject, String replyTo, String payload) implements NatsOp {}

  record Ping() implements NatsOp {}

  record Pong() implements NatsOp {}

  record Ok() implements NatsOp {}

  record Err(String text) implements NatsOp {}
}
