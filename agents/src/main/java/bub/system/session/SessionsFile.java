package bub.system.session;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** File {@code sessions.json}, replaced atomically. One thread at a time. */
final class SessionsFile {
  private static final Logger LOG = LoggerFactory.getLogger(SessionsFile.class);
  private static final String VERSION = "1.0";
  private static final Set<String> OURS = Set.of("version", "updated_at", "sessions");

  /** {@code strangers} cannot be read and stay; {@code isWhole} is false without a valid file. */
  record Content(
      Map<String, AgentSession> sessions,
      Map<String, RawJson> strangers,
      RawJson others,
      boolean isWhole) {

    static Content empty() {
      return new Content(Map.of(), Map.of(), RawJson.EMPTY_OBJECT, false);
    }
  }

  private final Path file;
  private final Path draft;

  SessionsFile(Path runDir) {
    this.file = runDir.resolve("sessions.json");
    this.draft = runDir.resolve(".sessions.json.draft");
  }

  /** Renames a corrupt file, with {@code now} in its new name. */
  Content load(Instant now) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException none) {
      return Content.empty();
    }
    try {
      return read(RawJson.parse(bytes, RawJson.DEFAULT_DEPTH));
    } catch (InvalidJson | InvalidField corrupt) {
      Path aside = file.resolveSibling("sessions.json.corrupt-" + now.toEpochMilli());
      Files.move(file, aside, ATOMIC_MOVE);
      LOG.error("{} is corrupt ({}); renamed it to {}", file, corrupt.getMessage(), aside);
      return Content.empty();
    }
  }

  private static Content read(RawJson json) {
    Fields fields = NestedFields.fields("sessions.json", json);
    Fields entries = fields.object("sessions").fields();
    var sessions = new LinkedHashMap<String, AgentSession>();
    var strangers = new LinkedHashMap<String, RawJson>();
    for (int i = 0; i < entries.count(); i++) {
      String name = entries.name(i);
      try {
        AgentSession session = AgentSession.read(entries.value(i));
        sessions.put(session.clientId().value(), session);
      } catch (InvalidField strange) {
        LOG.warn("Session {} cannot be read and stays unchanged: {}", name, strange.getMessage());
        strangers.put(name, entries.value(i));
      }
    }
    JsonWriter others = new JsonWriter().beginObject();
    for (int i = 0; i < fields.count(); i++) {
      if (!OURS.contains(fields.name(i))) {
        others.field(fields.name(i), fields.value(i));
      }
    }
    return new Content(
        sessions, strangers, RawJson.trusted(others.endObject().toByteArray()), true);
  }

  /** Durable, even against a power cut. */
  void store(Collection<AgentSession> sessions, Content kept, Instant now) throws IOException {
    JsonWriter out = new JsonWriter().beginObject();
    out.field("version", VERSION).field("updated_at", now.toString());
    out.name("sessions").beginObject();
    sessions.forEach(session -> out.field(session.clientId().value(), session));
    kept.strangers().forEach(out::field);
    out.endObject();
    SessionReader.copy(kept.others(), out);
    replace(ByteBuffer.wrap(out.endObject().toByteArray()));
  }

  private void replace(ByteBuffer bytes) throws IOException {
    Files.deleteIfExists(draft);
    var onlyOurs = PosixFilePermissions.fromString("rw-------");
    try (var channel =
        FileChannel.open(
            draft, Set.of(CREATE_NEW, WRITE), PosixFilePermissions.asFileAttribute(onlyOurs))) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, ATOMIC_MOVE);
    try (var directory = FileChannel.open(file.toAbsolutePath().getParent(), READ)) {
      directory.force(true);
    }
  }
}
