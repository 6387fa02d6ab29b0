package bub.cli.lobby;

import bub.cli.option.ValidText;
import bub.cli.screen.Screen;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.io.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers to the questions of a provider: those of the command line, then those of the person. */
final class CallAnswers {
  private static final int MOST_ROUNDS = 16;

  /** Accepts an answer of the command line. */
  static final class Text extends ValidText {
    Text() {
      super(text -> text.indexOf('=') > 0, "an answer of the form NAME=VALUE");
    }
  }

  private final List<String> given;
  private final Function<String, @Nullable String> person;
  private int rounds;

  /**
   * {@code given} has {@code NAME=VALUE}, each for one question; {@code person} answers a prompt,
   * or null.
   */
  CallAnswers(List<String> given, Function<String, @Nullable String> person) {
    this.given = new ArrayList<>(given);
    this.person = person;
  }

  /** Asks on a terminal only. */
  static CallAnswers of(List<String> given, Screen screen) {
    return new CallAnswers(
        given,
        prompt -> {
          Console console = screen.isTerminal() ? System.console() : null;
          return console == null ? null : console.readLine("%s", Screen.oneLine(prompt));
        });
  }

  /** The input of the next call; null when a question has no answer. */
  @Nullable RawJson next(RawJson input, InputRequired asked) {
    RawJson responses = ++rounds > MOST_ROUNDS ? null : responses(asked.requests());
    if (responses == null) {
      return null;
    }
    RawJson plain = input.fields().without(InputRequired.RESPONSES);
    JsonWriter out = new JsonWriter();
    out.extended(
        plain.fields().without(InputRequired.STATE),
        more -> {
          more.optional(InputRequired.STATE, asked.state());
          more.field(InputRequired.RESPONSES, responses);
        });
    return RawJson.trusted(out.toByteArray());
  }

  private @Nullable RawJson responses(RawJson requests) {
    JsonWriter out = new JsonWriter().beginObject();
    Fields questions = requests.fields();
    for (int i = 0; i < questions.count(); i++) {
      RawJson content = content(questions.value(i));
      if (content == null) {
        return null;
      }
      out.name(questions.name(i)).beginObject().field("action", "accept");
      out.field("content", content).endObject();
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  private @Nullable RawJson content(RawJson question) {
    try {
      Fields params = question.fields().object("params").fields();
      Fields properties = properties(question);
      JsonWriter out = new JsonWriter().beginObject();
      for (int i = 0; i < properties.count(); i++) {
        String name = properties.name(i);
        String value = value(name, params.optionalString("message"));
        if (value == null) {
          return null;
        }
        out.field(name, typed(value, properties.value(i)));
      }
      return RawJson.trusted(out.endObject().toByteArray());
    } catch (InvalidField | IllegalStateException odd) {
      return null; // not a question to a person
    }
  }

  private static Fields properties(RawJson question) {
    Fields params = question.fields().object("params").fields();
    return params.object("requestedSchema").fields().object("properties").fields();
  }

  private @Nullable String value(String name, @Nullable String message) {
    for (String answer : given) {
      if (answer.startsWith(name + "=")) {
        given.remove(answer);
        return answer.substring(name.length() + 1);
      }
    }
    return person.apply((message == null ? "" : message + " ") + name + ": ");
  }

  /** A text stays one, whatever it looks like. */
  private static RawJson typed(String value, RawJson property) {
    RawJson type = property.isObject() ? property.fields().find("type") : null;
    if (type == null || !type.isPlainly("string")) {
      try {
        return RawJson.parse(value);
      } catch (InvalidJson text) {
        // The provider says what it wants instead.
      }
    }
    return RawJson.trusted(new JsonWriter().value(value).toByteArray());
  }

  /** Names that the questions ask for. */
  static List<String> names(InputRequired asked) {
    var names = new ArrayList<String>();
    Fields questions = asked.requests().fields();
    for (int i = 0; i < questions.count(); i++) {
      try {
        Fields properties = properties(questions.value(i));
        for (int each = 0; each < properties.count(); each++) {
          names.add(properties.name(each));
        }
      } catch (InvalidField | IllegalStateException odd) {
        // Only programs answer this question.
      }
    }
    return List.copyOf(names);
  }
}
