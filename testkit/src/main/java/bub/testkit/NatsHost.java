package bub.testkit;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Place where a nats-server runs.
 *
 * @param wrapper command that starts the server there, such as {@code ip netns exec name}
 * @param disk directory for its files; null for one of the test
 */
public record NatsHost(String address, List<String> wrapper, @Nullable Path disk) {
  /** This machine. */
  public static final NatsHost LOOPBACK = new NatsHost("127.0.0.1", List.of(), null);

  public NatsHost withDisk(Path directory) {
    return new NatsHost(address, wrapper, directory);
  }
}
