package bub.channel.telegram.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Markdown in Telegram's formatting. */
class MarkdownTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '§',
      value = {
        "plain text ¦ plain text",
        "**bold** and __bold__ ¦ <bold>bold</bold> and <bold>bold</bold>",
        "*italic* and _italic_ ¦ <italic>italic</italic> and <italic>italic</italic>",
        "***both*** ¦ <italic><bold>both</bold></italic>",
        "**a *b* c** ¦ <bold>a <italic>b</italic> c</bold>",
        "~~gone~~ ~not~ ¦ <strikethrough>gone</strikethrough> ~not~",
        "`code *x*` ¦ <code>code *x*</code>",
        "`` a ` b `` ¦ <code>a ` b</code>",
        "**a `b` c** ¦ <bold>a </bold><code>b</code><bold> c</bold>",
        "**a **b** c** ¦ <bold>a b c</bold>",
        "snake_case_name and 2*3 ¦ snake_case_name and 2*3",
        "2 * 3 * 4 and a ** b ¦ 2 * 3 * 4 and a ** b",
        "**注意：**这个 ¦ <bold>注意：</bold>这个",
        "这**“注意”**个 ¦ 这<bold>“注意”</bold>个",
        "a:**b** `a.**b` ꥟ ¦ a:<bold>b</bold> <code>a.**b</code> ꥟",
        "a:**b** `a.**b` ¦ a:<bold>b</bold> <code>a.**b</code>",
        "[text](https://example.org/a_b) ¦ <text_link=https://example.org/a_b>text</text_link>",
        "[**b** `c`](https://x.org) ¦ <text_link=https://x.org><bold>b</bold> c</text_link>",
        "[w](https://en.org/A_(b)) ¦ <text_link=https://en.org/A_(b)>w</text_link>",
        "[t](https://x.org \"title\") ¦ <text_link=https://x.org>t</text_link>",
        "![alt](https://x.org/i.png) ¦ <text_link=https://x.org/i.png>alt</text_link>",
        "[![a](https://x.org/i)](https://x.org) ¦ <text_link=https://x.org>a"
            + " (https://x.org/i)</text_link>",
        "[](https://x.org) ¦ <text_link=https://x.org>https://x.org</text_link>",
        "a[ ](docs/a.md) ¦ a docs/a.md",
        "[file](docs/a.md) [x](javascript:alert) ¦ file (docs/a.md) x (javascript:alert)",
        "[l](http://localhost:80) [p](http://a.b:x) ¦ l (http://localhost:80) p (http://a.b:x)",
        "[me@x.org](mailto:me@x.org) ¦ me@x.org",
        "<https://x.org/a_b_c> ¦ https://x.org/a_b_c",
        "[not a link] (x) [a]: b ¦ [not a link] (x) [a]: b",
        "\\*not\\* \\`x\\` a\\b ¦ *not* `x` a\\b",
        "a &lt;b&gt; &amp; &copy; & &nosuch; ¦ a <b> & © & &nosuch;",
        "<b>html</b> <!-- stays --> ¦ <b>html</b> <!-- stays -->",
        "vector<std::string> <me@x.org> ¦ vector<std::string> <me@x.org>",
        "# Title ¦ <bold>Title</bold>",
        "### Title `x` ## ¦ <bold>Title </bold><code>x</code>",
        "# C# ¦ <bold>C#</bold>",
        "#hashtag ¦ #hashtag",
        "- item ¦ • item",
        "- [ ] open ¦ ☐ open",
        "- [x] done ¦ ☑ done",
        "12. twelve ¦ 12. twelve",
        "3. three\\n7. seven ¦ 3. three\\n7. seven",
        "1. [x] done ¦ 1. ☑ done",
        "> wise *words* ¦ <blockquote>wise <italic>words</italic></blockquote>",
        "> > deep ¦ <blockquote>deep</blockquote>",
        "a\\n---\\nb ¦ a\\n———\\nb",
        "**open ¦ **open",
        "`open ¦ `open",
        "[open](https://x ¦ [open](https://x",
        "*a **b* c** ¦ <italic>a b c</italic>",
      })
  void isShown(String markdown, String shown) {
    assertThat(Shown.of(markdown.replace("\\n", "\n"))).isEqualTo(shown.replace("\\n", "\n"));
  }

  @Test
  void codeKeepsItsLinesItsSpacesAndItsLanguage() {
    assertThat(Shown.of("Look:\n\n```java\nif (a) {\n  b(*c*);\n}\n```\nDone."))
        .isEqualTo("Look:\n\n<pre=java>if (a) {\n  b(*c*);\n}</pre>\nDone.");
    assertThat(Shown.of("~~~\n```\nx\n```\n~~~")).isEqualTo("<pre>```\nx\n```</pre>");
    assertThat(Shown.of("- a\n  ```sh\n  ls\n    -l\n  ```"))
        .isEqualTo("• a\n<pre=sh>ls\n  -l</pre>");
  }

  @Test
  void wordsBehindAFenceAreKept() {
    assertThat(Shown.of("```java Main.java\nx\n```")).isEqualTo("Main.java\n<pre=java>x</pre>");
  }

  @Test
  void codeThatIsNotClosedYetIsCode() {
    assertThat(Shown.of("Look:\n```py\nprint(1)")).isEqualTo("Look:\n<pre=py>print(1)</pre>");
  }

  @Test
  void linesStayLinesAndGapsAreOneLine() {
    assertThat(Shown.of("a\r\nb\r\n\r\n\r\n\nc  \nd\\\ne")).isEqualTo("a\nb\n\nc\nd\ne");
  }

  @Test
  void emphasisMayGoOverLinesOfAParagraphOnly() {
    assertThat(Shown.of("**a\nb**")).isEqualTo("<bold>a\nb</bold>");
    assertThat(Shown.of("**a\n\nb**")).isEqualTo("**a\n\nb**");
    assertThat(Shown.of("- **a\n- b**")).isEqualTo("• **a\n• b**");
  }

  @Test
  void listsKeepTheirOrderAndDepth() {
    assertThat(Shown.of("1. one\n   more\n2) two\n   - deep\n     text\n* last"))
        .isEqualTo("1. one\n   more\n2) two\n   • deep\n     text\n• last");
  }

  @Test
  void aQuoteMayHaveOtherThingsInIt() {
    assertThat(Shown.of("> # T\n> - a\n>\n> ```\n> x\n> ```\nafter"))
        .isEqualTo("<blockquote><bold>T</bold>\n• a\n\n<pre>x</pre></blockquote>\nafter");
  }

  @Test
  void aTableIsMonospaced() {
    assertThat(
            Shown.of("T:\n| Name | n |\n|:-----|--:|\n| **Zoë** | 1 |\n| 日本 \\| x | 22 |\n\nend"))
        .isEqualTo(
            """
            T:
            <pre>Name     | n
            -------------
            Zoë      | 1
            日本 | x | 22</pre>

            end\
            """);
  }

  @Test
  void aTableWithMoreCellsThanItsHeaderIsShownAsItIs() {
    String table = "| a | b |\n|---|---|\n| 1 | 2 | 3 |";
    assertThat(Shown.of(table)).isEqualTo("<pre>" + table + "</pre>");
  }

  @Test
  void aLinkInATableSaysWhereItLeads() {
    assertThat(Shown.of("| a |\n|---|\n| [l](https://x.org) |"))
        .contains("l (https://x.org)</pre>");
  }

  @Test
  void aDefinitionOfALinkIsUsedAndShown() {
    assertThat(Shown.of("see [l][1]\n\n> [1]: https://x.org 'title'"))
        .isEqualTo(
            "see <text_link=https://x.org>l</text_link>\n\n"
                + "<blockquote>[1]: https://x.org 'title'</blockquote>");
  }

  @Test
  void theWordsAloneStillSayWhereALinkLeads() {
    MessagePart part =
        TelegramText.of("see [a](https://a.org) and **[b](https://b.org)**").getFirst();
    assertThat(part.plain()).isEqualTo("see a (https://a.org) and b (https://b.org)");
  }
}
