package bub.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.OperatorAddresses;
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

/** File {@code config.json} with the talkto; keeps the fields of others. Safe for any thread. */
final class WorkspaceConfig {
  private static final Logger LOG = LoggerFactory.getLogger(WorkspaceConfig.class);
  private static final String TALKTO = "talkto";

  private final Path file;
  private final @Nullable Address spawnedFor;
  private volatile @Nullable Address talkto;

  private WorkspaceConfig(Path file, @Nullable Address spawnedFor, @Nullable Address talkto) {
    this.file = file;
    this.spawnedFor = spawnedFor;
    this.talkto = talkto;
  }

  /** Renames an invalid file. Without {@code spawnedFor}, the first chat becomes the owner. */
  static WorkspaceConfig open(Path file, @Nullable Address spawnedFor) throws IOException {
    Address kept = talkto(read(file));
    var config = new WorkspaceConfig(file, spawnedFor, kept);
    if (kept == null && spawnedFor != null) {
      config.talkTo(spawnedFor);
    }
    return config;
  }

  @Nullable Address talkto() {
    return talkto;
  }

  /** Null until there is an owner. */
  @Nullable Address owner() {
    return spawnedFor == null ? talkto : spawnedFor;
  }

  /** False for a sender that is neither the owner nor an operator. */
  synchronized boolean configure(Address from, Address wanted) throws IOException {
    Address owner = owner();
    boolean isOwner = from.equals(wanted) && (owner == null || owner.equals(from));
    if (!isOwner && !OperatorAddresses.contains(from)) {
      return false;
    }
    talkTo(wanted);
    return true;
  }

  private synchronized void talkTo(Address address) throws IOException {
    // Other programs write to this file, too.
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
      LOG.warn("Ignored an invalid talkto: {}", odd.getMessage());
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
    LOG.warn("{} is not valid JSON; renamed it to {}", file, aside);
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
      // A nearly full disk accepts part of the bytes; the next write then throws.
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
