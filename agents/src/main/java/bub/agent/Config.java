package bub.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workspace's {@code config.json}: whom the agent talks to. What others have written there
 * stays. Safe for any thread.
 */
final class Config {
  private static final Logger LOG = LoggerFactory.getLogger(Config.class);
  private static final String TALKTO = "talkto";

  private final Path file;
  private volatile @Nullable Address talkto;

  private Config(Path file, @Nullable Address talkto) {
    this.file = file;
    this.talkto = talkto;
  }

  /**
   * Reads the file; one that cannot be understood is put aside.
   *
   * @param otherwise whom to talk to when it does not say
   */
  static Config open(Path file, @Nullable Address otherwise) throws IOException {
    Address kept = talkto(read(file));
    var config = new Config(file, kept);
    if (kept == null && otherwise != null) {
      config.talkTo(otherwise);
    }
    return config;
  }

  @Nullable Address talkto() {
    return talkto;
  }

  /** Talks to somebody else from now on; returns when that is on disk. */
  synchronized void talkTo(Address address) throws IOException {
    // Read again: others write to this file, too.
    RawJson current = read(file);
    if (!address.equals(talkto(current))) {
      write(
          new JsonWriter()
              .extended(current.fields().without(TALKTO), more -> more.field(TALKTO, address)));
    }
    talkto = address;
  }

  private static @Nullable Address talkto(RawJson config) {
    try {
      String value = config.fields().optionalString(TALKTO);
      return value == null ? null : Address.check(TALKTO, value);
    } catch (InvalidField odd) {
      LOG.warn("whom to talk to is not clear: {}", odd.getMessage());
      return null;
    }
  }

  private static RawJson read(Path file) throws IOException {
    try {
      RawJson config = RawJson.parse(Files.readString(file, UTF_8));
      if (config.isObject()) {
        return config;
      }
    } catch (NoSuchFileException none) {
      return RawJson.EMPTY_OBJECT;
    } catch (InvalidJson | CharacterCodingException broken) {
      LOG.debug("{}: {}", file, broken.getMessage());
    }
    Path aside = file.resolveSibling(file.getFileName() + ".broken");
    Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    LOG.warn("{} cannot be understood; it is now {}", file, aside);
    return RawJson.EMPTY_OBJECT;
  }

  private void write(JsonWriter config) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try (var channel =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(config.toByteArray());
      // A disk that is nearly full takes a part; the rest then says that it is full.
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
