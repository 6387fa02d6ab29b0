package bub.cluster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.bus.policy.BusLock;
import bub.bus.policy.LockFiles;
import bub.bus.policy.LockReader;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens and locks of two nodes with one bucket. */
class SharedTokensTest {
  private static final Duration PROMISE = Duration.ofSeconds(2);
  private static final int MAX_BYTES = 1_000_000;

  @TempDir private Path directory;
  private final InMemoryBucket bucket = new InMemoryBucket();
  private final List<Node> nodes = new ArrayList<>();

  @AfterEach
  void close() {
    nodes.forEach(Node::stop);
    bucket.close();
  }

  @Test
  void aTokenThatIsMadeOnOneNodeLocksAllOthers() throws Exception {
    Node a = node("a").started();
    Node b = node("b").started();
    a.create("t1");

    await().atMost(PROMISE).until(() -> b.lock().isLocked() && b.tokens().contains("t1"));
    assertThat(b.lock().problem()).isNull();
  }

  @Test
  void aTokenThatIsRevokedOnOneNodeIsRevokedOnAllOthers() throws Exception {
    Node a = node("a").started();
    Node b = node("b").started();
    a.create("t1");
    a.create("t2");
    await().atMost(PROMISE).until(() -> b.tokens().size() == 2);

    var connected = new Address("agent:t1");
    assertThat(a.lock().stillAdmits(connected, token("t1").principal())).isTrue();

    b.revoke("t1");

    await().atMost(PROMISE).until(() -> a.tokens().equals(List.of("t2")));
    assertThat(a.lock().isLocked()).isTrue();
    assertThat(a.lock().stillAdmits(connected, token("t1").principal())).isFalse();
  }

  @Test
  void anUnlockOpensEveryNode() throws Exception {
    Node a = node("a").started();
    Node b = node("b").started();
    a.create("t1");
    await().atMost(PROMISE).until(() -> b.lock().isLocked());

    assertThat(b.files.unlock()).isTrue();

    await().atMost(PROMISE).until(() -> !a.lock().isLocked());
    assertThat(a.lock().problem()).isNull();
    assertThat(a.files.tokens().path()).doesNotExist();
  }

  @Test
  void tokensThatAreMadeOnTwoNodesAtTheSameTimeAreBothKept() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    b.create("t2");
    a.started();
    b.started();

    await()
        .atMost(PROMISE)
        .untilAsserted(
            () -> {
              assertThat(a.tokens()).containsExactlyInAnyOrder("t1", "t2");
              assertThat(b.tokens()).containsExactlyInAnyOrder("t1", "t2");
            });
    assertThat(a.files.state().lockId()).isEqualTo(b.files.state().lockId());
  }

  @Test
  void aNodeThatWasAwayDoesNotBringARevokedTokenBack() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    a.create("t2");
    a.synchronize();
    b.synchronize();
    a.revoke("t1");
    a.synchronize();

    b.create("t3");
    b.synchronize();
    a.synchronize();

    assertThat(b.tokens()).containsExactlyInAnyOrder("t2", "t3");
    assertThat(a.tokens()).containsExactlyInAnyOrder("t2", "t3");
  }

  @Test
  void aNodeThatLeftAndJoinsAgainDoesNotBringARevokedTokenBack() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    a.create("t2");
    a.synchronize();
    b.synchronize();
    SharedTokens.leave(b.directory);
    assertThat(b.tokens()).containsExactly("t1", "t2");
    a.revoke("t1");
    a.synchronize();

    SyncReport report = b.synchronize();

    assertThat(b.tokens()).containsExactly("t2");
    assertThat(report.conflicts()).singleElement().asString().contains("t1", "revoked");
    assertThat(b.directory.resolve("tokens.json.before-join")).content().contains("t1");
  }

  @Test
  void aRevocationWhileTheBusWasDownTakesEffectInTheCluster() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    a.create("t2");
    a.synchronize();
    b.synchronize();

    b.revoke("t2");
    b.restarted().synchronize();
    a.synchronize();

    assertThat(a.tokens()).containsExactly("t1");
  }

  @Test
  void aJoiningNodeIsLockedBeforeItServes() throws Exception {
    Node a = node("a");
    a.create("t1");
    a.synchronize();

    Node b = node("b");
    assertThat(b.synchronize().succeeded()).isTrue();

    assertThat(b.lock().isLocked()).isTrue();
    assertThat(b.tokens()).containsExactly("t1");
  }

  @Test
  void aTokenThatIsMadeDuringAnUnlockKeepsTheClusterLocked() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    a.synchronize();
    b.synchronize();

    a.files.unlock();
    b.create("t2");
    a.synchronize();
    b.synchronize();
    a.synchronize();

    assertThat(a.lock().isLocked()).isTrue();
    assertThat(a.tokens()).containsExactly("t2");
    assertThat(b.tokens()).containsExactly("t2");
  }

  @Test
  void lostFilesDoNotOpenTheClusterAndComeBack() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    a.synchronize();
    b.synchronize();

    Files.delete(b.directory.resolve("tokens.json"));
    Files.delete(b.directory.resolve("lock.json"));
    b.synchronize();
    a.synchronize();

    assertThat(a.lock().isLocked()).isTrue();
    assertThat(b.tokens()).containsExactly("t1");
  }

  @Test
  void aBucketThatWasLostIsFilledFromTheFiles() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    b.create("t2");
    a.synchronize();
    b.synchronize();
    a.synchronize();
    bucket.delete("access", Objects.requireNonNull(bucket.get("access")).revision());

    b.revoke("t2");
    b.synchronize();
    a.synchronize();

    assertThat(a.lock().isLocked()).isTrue();
    assertThat(a.tokens()).contains("t1");
  }

  @Test
  void aDamagedFileChangesNothing() throws Exception {
    Node a = node("a");
    Node b = node("b");
    a.create("t1");
    a.synchronize();
    b.synchronize();
    Files.writeString(b.directory.resolve("tokens.json"), "{\"tokens\":[");

    SyncReport report = b.synchronize();
    a.synchronize();

    assertThat(report.problem()).contains("tokens.json", "damaged");
    assertThat(a.tokens()).containsExactly("t1");
    assertThat(b.directory.resolve("tokens.json")).content().isEqualTo("{\"tokens\":[");
  }

  @Test
  void aDamagedBaseOrAValueOfANewerVersionChangesNothing() throws Exception {
    Node a = node("a");
    a.create("t1");
    a.synchronize();
    Files.writeString(a.directory.resolve("cluster-tokens.json"), "{");
    assertThat(a.synchronize().problem()).contains("cluster-tokens.json");

    Node b = node("b");
    b.create("t2");
    byte[] newer =
        CompressedValue.pack("{\"version\":2}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    long revision = Objects.requireNonNull(bucket.get("access")).revision();
    assertThat(bucket.update("access", newer, revision)).isPositive();

    assertThat(b.synchronize().problem()).contains("version 2");
    assertThat(b.tokens()).containsExactly("t2");
  }

  @Test
  void withoutTheClusterTheFilesStayAndChangesFollowLater() throws Exception {
    Node a = node("a").started();
    Node b = node("b").started();
    a.create("t1");
    await().atMost(PROMISE).until(() -> b.tokens().contains("t1"));

    b.view.disconnect();
    assertThat(b.synchronize().succeeded()).isFalse();
    b.create("t2");
    a.revoke("t1");
    await().atMost(PROMISE).until(() -> a.tokens().isEmpty());
    assertThat(b.tokens()).containsExactly("t1", "t2");
    assertThat(b.lock().isLocked()).isTrue();
    b.view.reconnect();

    await().atMost(PROMISE).until(() -> a.tokens().equals(List.of("t2")));
    await().atMost(PROMISE).until(() -> b.tokens().equals(List.of("t2")));
  }

  @Test
  void onlyItsOwnerCanReadTheBaseAndTheTokensOfBubsPartsStayHome() throws Exception {
    Node a = node("a");
    a.create("t1");
    a.files
        .own()
        .update(
            tokens -> {
              tokens.add(token("own"));
              return tokens;
            });
    a.synchronize();
    Node b = node("b");
    b.synchronize();

    Path base = a.directory.resolve("cluster-tokens.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(base)))
        .isEqualTo("rw-------");
    assertThat(b.files.own().read()).isNull();
  }

  private Node node(String name) throws IOException {
    var node = new Node(Files.createDirectories(directory.resolve(name)));
    nodes.add(node);
    return node;
  }

  private static StoredToken token(String id) {
    return new StoredToken(
        new Principal(
            id, Pattern.of("agent:" + id), List.of(), List.of(), Set.of(), false, false, null),
        "hash-of-" + id,
        Instant.parse("2026-02-17T12:00:00.123456Z"));
  }

  /** State directory of one node, with its synchronisation. */
  private final class Node {
    private final Path directory;
    private final LockFiles files;
    private final LockReader reader;
    private final InMemoryBucket.View view = bucket.view();
    private SharedTokens shared;

    Node(Path directory) {
      this.directory = directory;
      this.files = LockFiles.in(directory);
      this.reader = new LockReader(files, Instant::now);
      this.shared = new SharedTokens(directory, view, MAX_BYTES, UUID::randomUUID);
    }

    Node started() {
      shared.start();
      return this;
    }

    Node restarted() {
      shared.close();
      shared = new SharedTokens(directory, view, MAX_BYTES, UUID::randomUUID);
      return this;
    }

    SyncReport synchronize() throws InterruptedException {
      return shared.synchronizeOnce(Duration.ZERO);
    }

    BusLock lock() {
      return reader.read();
    }

    List<String> tokens() throws IOException {
      @Nullable List<StoredToken> found = files.tokens().read();
      return found == null
          ? List.of()
          : found.stream().map(token -> token.principal().id()).toList();
    }

    void create(String id) throws IOException {
      assertThat(
              files.update(
                  tokens -> {
                    tokens.add(token(id));
                    return tokens;
                  },
                  () -> {}))
          .isTrue();
    }

    void revoke(String id) throws IOException {
      assertThat(
              files.update(
                  tokens -> {
                    tokens.removeIf(token -> token.principal().id().equals(id));
                    return tokens;
                  },
                  () -> {}))
          .isTrue();
    }

    void stop() {
      shared.close();
    }
  }
}
