package bub.system;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.system.session.AgentId;
import bub.system.session.ChatKey;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Directories of the agents, one per chat; each records its agent, in case {@code sessions.json} is
 * lost. Safe for any thread, with one thread per chat.
 */
final class WorkspaceStore {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final List<String> PARTS = List.of("data", "logs");

  private final Path root;
  private final Path link;

  WorkspaceStore(Path runDir, Path root) {
    this.root = root;
    this.link = runDir.resolve("workspaces");
  }

  void open() throws IOException {
    Files.createDirectories(root.getParent());
    makeDirectory(root);
    if (!link.equals(root)) {
      if (Files.isSymbolicLink(link) && !Files.readSymbolicLink(link).equals(root)) {
        Files.delete(link); // points to another state directory
      }
      if (!Files.exists(link, NOFOLLOW_LINKS)) {
        Files.createSymbolicLink(link, root);
      }
    }
  }

  /** Returns the path with links resolved. */
  Path prepare(ChatKey chat, Address agent, Address talkto) throws IOException {
    Path workspace = place(chat);
    makeDirectory(workspace);
    for (String part : PARTS) {
      makeDirectory(workspace.resolve(part));
    }
    remember(workspace, chat, agent, talkto);
    return workspace.toRealPath();
  }

  Path place(ChatKey chat) {
    return root.resolve(chat.folder());
  }

  /** Path for people, through the link in the run directory. */
  Path shown(ChatKey chat) {
    return link.resolve(chat.folder());
  }

  private static void makeDirectory(Path directory) throws IOException {
    // An agent can create a link wherever it may write.
    if (!Files.isDirectory(directory, NOFOLLOW_LINKS)) {
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } else if (!Files.getPosixFilePermissions(directory).equals(OWNER_ONLY)) {
      Files.setPosixFilePermissions(directory, OWNER_ONLY);
    }
  }

  private void remember(Path workspace, ChatKey chat, Address agent, Address talkto)
      throws IOException {
    Path file = config(workspace);
    if (!Files.exists(file, NOFOLLOW_LINKS)) {
      JsonValue config =
          out ->
              out.beginObject()
                  .field("client_id", agent)
                  .field("chat_id", chat.id())
                  .field("channel", chat.channel())
                  .field("talkto", talkto)
                  .endObject();
      replace(file, config.toRaw());
    } else {
      Fields known = read(file);
      if (known != null && !Objects.equals(agent, agentIn(known))) {
        replace(file, known.with("client_id", agent));
      }
    }
  }

  private static void replace(Path file, RawJson content) throws IOException {
    Path draft =
        Files.createTempFile(
            file.getParent(),
            ".config",
            null,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.write(draft, content.toByteArray());
      Files.move(draft, file, ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Null when the workspace records no agent. */
  @Nullable Address agentOf(ChatKey chat) throws IOException {
    Fields config = read(config(place(chat)));
    return config == null ? null : agentIn(config);
  }

  private static @Nullable Address agentIn(Fields config) {
    RawJson clientId = config.has("client_id") ? config.require("client_id") : RawJson.NULL;
    return clientId.isString() && AgentId.isOne(clientId.asString())
        ? new Address(clientId.asString())
        : null;
  }

  /** Lenient, because agents and people may have changed the file. */
  private static @Nullable Fields read(Path file) throws IOException {
    if (!Files.isRegularFile(file, NOFOLLOW_LINKS)) {
      return null;
    }
    try {
      RawJson json = RawJson.parse(Files.readAllBytes(file), RawJson.DEFAULT_DEPTH);
      return json.isObject() ? json.fields() : null;
    } catch (InvalidJson | InvalidField garbled) {
      return null;
    }
  }

  private static Path config(Path workspace) {
    return workspace.resolve("config.json");
  }

  List<ChatKey> chats() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .flatMap(entry -> Stream.ofNullable(ChatKey.ofFolder(entry.getFileName().toString())))
          .toList();
    }
  }

  /** Deletes links without following them. */
  void remove(ChatKey chat) throws IOException {
    Path workspace = place(chat);
    if (!Files.isDirectory(workspace, NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        workspace,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed)
              throws IOException {
            if (failed != null) {
              throw failed;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
