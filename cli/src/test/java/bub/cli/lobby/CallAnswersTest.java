package bub.cli.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Questions of a provider are answered by options, then by the person. */
class CallAnswersTest {
  private static RawJson json(String text) throws Exception {
    return RawJson.parse(text);
  }

  private static InputRequired asked(String state) throws Exception {
    RawJson schema =
        json(
            """
            {"type":"object","properties":{"hour":{"type":"integer"},"name":{"type":"string"}}}
            """);
    return new InputRequired(
        InputRequired.question("when", "When, and for whom?", schema).requests(), state);
  }

  @Test
  void answersWithTheOptionsAndTheStateOfTheProvider() throws Exception {
    var answers = new CallAnswers(List.of("hour=8", "name=5"), _ -> null);

    RawJson next = answers.next(json("{\"what\":\"table\"}"), asked("s1"));

    assertThat(String.valueOf(next))
        .isEqualTo(
            "{\"what\":\"table\",\"request_state\":\"s1\",\"input_responses\":{\"when\":"
                + "{\"action\":\"accept\",\"content\":{\"hour\":8,\"name\":\"5\"}}}}");
  }

  @Test
  void usesEachOptionForOneQuestion() throws Exception {
    var answers = new CallAnswers(List.of("hour=8", "name=Ann", "name=Bob", "hour=9"), _ -> null);
    RawJson first = Objects.requireNonNull(answers.next(json("{}"), asked("s1")));
    RawJson second = Objects.requireNonNull(answers.next(first, asked("s2")));

    assertThat(String.valueOf(second)).contains("\"s2\"", "\"hour\":9", "Bob").doesNotContain("s1");
    assertThat(answers.next(second, asked("s3"))).isNull();
  }

  @Test
  void asksThePersonForTheRest() throws Exception {
    List<String> prompts = new ArrayList<>();
    var answers =
        new CallAnswers(
            List.of("hour=8"),
            prompt -> {
              prompts.add(prompt);
              return "Ann";
            });

    assertThat(String.valueOf(answers.next(json("{}"), asked("s1")))).contains("Ann");
    assertThat(prompts).containsExactly("When, and for whom? name: ");
  }

  @Test
  void givesUpOnQuestionsThatOnlyAProgramAnswers() throws Exception {
    var roots = new InputRequired(json("{\"roots\":{\"method\":\"roots/list\"}}"), null);

    assertThat(new CallAnswers(List.of(), _ -> "x").next(json("{}"), roots)).isNull();
    assertThat(CallAnswers.names(roots)).isEmpty();
    assertThat(CallAnswers.names(asked("s1"))).containsExactly("hour", "name");
  }
}
