package bub.client;

import bub.protocol.MessageId;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Sources of time, of numbers from 0 to below 1, and of message ids. Safe for any thread. */
public record ClientEnvironment(
    TimeSource time, DoubleSupplier chance, Supplier<MessageId> messageIds) {

  public static ClientEnvironment system() {
    return new ClientEnvironment(
        TimeSource.system(),
        () -> ThreadLocalRandom.current().nextDouble(),
        () -> new MessageId("msg_" + UUID.randomUUID()));
  }
}
