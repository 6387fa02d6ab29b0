package bub.agent.model.langchain;

import bub.agent.model.ModelAccess;
import bub.agent.model.ModelOutcome.Failure;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import dev.langchain4j.exception.HttpException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Errors of a model as reasons for people. */
final class ModelErrors {
  private static final int MAX_DETAIL = 300;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int TIMEOUT = 408;
  private static final int TOO_MANY = 429;

  private ModelErrors() {}

  static Failure of(Throwable problem, ModelAccess access, Duration retryAfter) {
    HttpException refused = find(problem, HttpException.class);
    if (refused != null) {
      return refused(refused.statusCode(), String.valueOf(refused.getMessage()), retryAfter);
    }
    if (find(problem, ModelHttpClient.WebPage.class) != null) {
      return Failure.lasting(
          "the server sent a web page, so this is not the URL of a model API: "
              + (access.baseUrl() == null ? "the provider's default URL" : access.baseUrl()));
    }
    if (find(problem, ConnectException.class) != null) {
      return Failure.passing("the server cannot be reached");
    }
    IOException broken = find(problem, IOException.class);
    if (broken != null) {
      return Failure.passing("the connection failed: " + clip(words(broken)));
    }
    if (find(problem, IllegalArgumentException.class) != null) {
      return Failure.lasting("the request is invalid: " + clip(words(problem)));
    }
    return Failure.passing("the answer could not be read: " + clip(words(problem)));
  }

  static Failure silent(Duration silence) {
    return Failure.passing("the server sent no data for " + silence.toSeconds() + " seconds");
  }

  static Failure late(Duration allowed) {
    return Failure.passing("the answer took longer than " + allowed.toSeconds() + " seconds");
  }

  private static Failure refused(int status, String body, Duration retryAfter) {
    String detail = detail(body);
    String suffix = detail.isEmpty() ? "" : ": " + detail;
    return switch (status) {
      case UNAUTHORIZED, FORBIDDEN -> Failure.lasting("the provider refused the API key" + suffix);
      case NOT_FOUND -> Failure.lasting("the model or URL does not exist" + suffix);
      case TOO_MANY ->
          new Failure("the provider's rate limit is exceeded" + suffix, true, retryAfter);
      default ->
          new Failure(
              "the server answered with HTTP status " + status + suffix,
              status == TIMEOUT || status >= 500,
              retryAfter);
    };
  }

  private static String detail(String body) {
    String start = body.stripLeading().toLowerCase(Locale.ROOT);
    if (start.startsWith("<")) {
      return "a web page";
    }
    try {
      RawJson parsed = RawJson.parse(body);
      RawJson error = parsed.isObject() ? parsed.fields().find("error") : null;
      if (error != null && error.isObject()) {
        String message = error.fields().optionalString("message");
        return clip(message == null ? body : message);
      }
      return clip(error != null && error.isString() ? error.asString() : body);
    } catch (InvalidJson | InvalidField odd) {
      return clip(body);
    }
  }

  private static <T extends Throwable> @Nullable T find(Throwable problem, Class<T> kind) {
    for (Throwable each = problem; each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return kind.cast(each);
      }
    }
    return null;
  }

  private static String words(Throwable problem) {
    String message = problem.getMessage();
    return message == null ? problem.getClass().getSimpleName() : message;
  }

  private static String clip(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= MAX_DETAIL ? line : line.substring(0, MAX_DETAIL) + "…";
  }
}
