package bub.cluster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policy files of two nodes with one bucket. */
class SharedPolicyTest {
  private static final String STRICT =
      "{\"strictTypes\":true,\"guard\":{\"exempt\":[\"agent:ticker\"]}}";
  private static final String LOOSE = "{\"guard\":{\"exempt\":[\"agent:clock\"]}}";

  @TempDir private Path directory;
  private final InMemoryBucket bucket = new InMemoryBucket();

  @AfterEach
  void close() {
    bucket.close();
  }

  @Test
  void aNodeWithoutAPolicyUsesTheClusters() throws Exception {
    assertThat(node("a").agree(null)).isNull();
    Path own = file("own.json", STRICT);
    assertThat(node("a").agree(own)).isEqualTo(own);

    assertThat(Objects.requireNonNull(node("b").agree(null))).hasContent(STRICT);
  }

  @Test
  void theNewestStartWins() throws Exception {
    node("a").agree(file("old.json", STRICT));
    node("b").agree(file("new.json", LOOSE));

    assertThat(Objects.requireNonNull(node("c").agree(null))).hasContent(LOOSE);
  }

  @Test
  void aWrongFileDoesNotReachOtherNodes() throws Exception {
    Path wrong = file("wrong.json", "{\"roles\":7}");

    assertThatThrownBy(() -> node("a").agree(wrong)).isInstanceOf(IOException.class);
    assertThat(node("b").agree(null)).isNull();
  }

  private SharedPolicy node(String name) throws IOException {
    return new SharedPolicy(
        Files.createDirectories(directory.resolve(name)), bucket.view(), 1_000_000);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
