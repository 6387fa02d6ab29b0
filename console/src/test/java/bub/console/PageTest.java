package bub.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of the web page and its libraries. */
@TestInstance(Lifecycle.PER_CLASS)
class PageTest {
  @TempDir static Path directory;
  private Scene scene;

  @BeforeAll
  void open() throws Exception {
    scene = new Scene(directory);
  }

  @AfterAll
  void close() {
    scene.close();
  }

  @Test
  void allowsTheImportMapByItsHashAndNoOtherInlineScript() throws Exception {
    Web.Reply page = scene.web.get("/");
    Matcher inline =
        Pattern.compile("<script(?![^>]*src=)[^>]*>(.*?)</script>", Pattern.DOTALL)
            .matcher(page.body());
    assertThat(inline.find()).isTrue();
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(inline.group(1).getBytes(UTF_8));
    assertThat(page.header("Content-Security-Policy"))
        .contains("script-src 'self' 'sha256-" + Base64.getEncoder().encodeToString(hash) + "';");
    assertThat(inline.find()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/console.js, text/javascript",
    "/console.css, text/css",
    "/lib/lit/index.js, text/javascript",
    "/lib/lit/directives/repeat.js, text/javascript",
    "/lib/lit-html/lit-html.js, text/javascript",
    "/lib/lit-element/lit-element.js, text/javascript",
    "/lib/reactive-element/reactive-element.js, text/javascript",
  })
  void servesAFileOnceAndThenOnlySaysThatItIsTheSame(String path, String type) throws Exception {
    Web.Reply file = scene.web.get(path);
    assertThat(file.status()).isEqualTo(200);
    assertThat(file.header("Content-Type")).startsWith(type);
    assertThat(file.header("Cache-Control")).isEqualTo("no-cache");
    Web.Reply again =
        scene.web.with("If-None-Match", String.valueOf(file.header("ETag"))).get(path);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  /** Files that name each other would come one after the other. */
  @Test
  void asksAtOnceForAllThatTheFrameIsMadeOf() throws Exception {
    String page = scene.web.get("/").body();
    var named = new ArrayDeque<>(List.of("/console.js"));
    var known = new HashSet<String>();
    while (!named.isEmpty()) {
      String file = named.pop();
      Matcher imports =
          Pattern.compile("import [^(;]*?'(\\.[^']+)';").matcher(scene.web.get(file).body());
      while (imports.find()) {
        String found = URI.create(file).resolve(imports.group(1)).toString();
        if (known.add(found)) {
          named.push(found);
          assertThat(page).contains("<link rel=\"modulepreload\" href=\"" + found + "\">");
        }
      }
    }
    assertThat(known).contains("/frame/bub-console.js", "/core/look.js");
  }

  @Test
  void packsFilesForWhoeverCanUnpackThem() throws Exception {
    Web.Reply plain = scene.web.get("/core/look.js");
    Web.Reply packed = scene.web.with("Accept-Encoding", "gzip, br").get("/core/look.js");
    assertThat(plain.header("Content-Encoding")).isNull();
    assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(packed.body()).hasSizeLessThan(plain.body().length() / 2);
    assertThat(scene.web.with("Accept-Encoding", "gzip;q=0").get("/core/look.js").header("ETag"))
        .isEqualTo(plain.header("ETag"));
  }

  /** A cache that has one of the two must not take it for the other. */
  @Test
  void thePackedFileHasATagOfItsOwn() throws Exception {
    String plain = String.valueOf(scene.web.get("/core/look.js").header("ETag"));
    Web gzip = scene.web.with("Accept-Encoding", "gzip");
    String packed = String.valueOf(gzip.get("/core/look.js").header("ETag"));
    assertThat(packed).isNotEqualTo(plain);
    assertThat(gzip.with("If-None-Match", plain).get("/core/look.js").status()).isEqualTo(200);
    assertThat(gzip.with("If-None-Match", plain + ", W/" + packed).get("/core/look.js").status())
        .isEqualTo(304);
  }

  @Test
  void saysThatAUrlLeadsNowhere() throws Exception {
    Web.Reply program = scene.web.get("/nowhere");
    assertThat(program.status()).isEqualTo(404);
    assertThat(program.errorCode()).isEqualTo("not_found");
    Web.Reply person = scene.web.with("Accept", "text/html,*/*").get("/nowhere/at/all");
    assertThat(person.status()).isEqualTo(404);
    assertThat(person.body()).contains("importmap");
    assertThat(scene.web.with("Accept", "text/html").get("/api/nowhere").errorCode())
        .isEqualTo("not_found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/map", "/messages", "/turns", "/costs", "/chat/abc", "/chat/a.b", "/login"})
  void everyViewHasAUrlOfItsOwn(String path) throws Exception {
    assertThat(scene.web.get(path).body()).contains("importmap");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../Console.class",
        "/%2e%2e/Console.class",
        "/..%2fConsole.class",
        "/lib/lit/../../../../bub/console/Console.class",
        "/lib/unknown/index.js",
        "/lib/lit",
        "/lib/lit/index.class",
        "/.hidden.js",
        "/x//etc/passwd.txt",
        "/a.exe"
      })
  void servesNothingElse(String path) throws Exception {
    Web.Reply reply = scene.web.get(path);
    assertThat(reply.status()).isBetween(400, 404);
    assertThat(reply.body()).doesNotContain("CAFEBABE", "root:");
  }
}
