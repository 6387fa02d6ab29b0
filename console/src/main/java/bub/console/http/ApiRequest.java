package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.json.InvalidField;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request, as its handler sees it. */
public final class ApiRequest<B extends Record> {
  private final HttpExchange exchange;
  private final Map<String, String> parameters;
  private final BrowserClient browser;
  private final LargeBodyLimit.Load load;
  private final B body;

  ApiRequest(
      HttpExchange exchange,
      Map<String, String> parameters,
      BrowserClient browser,
      LargeBodyLimit.Load load,
      B body) {
    this.exchange = exchange;
    this.parameters = parameters;
    this.browser = browser;
    this.load = load;
    this.body = body;
  }

  public B body() {
    return body;
  }

  public BrowserClient browser() {
    return browser;
  }

  /** Acquires one of the few permits for large answers; call it before building one. */
  public void expectMuch() throws ApiRefusal, InterruptedException {
    load.expectMuch();
  }

  public String path(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the path has no " + name);
    }
    return value;
  }

  /** An empty parameter counts as absent. */
  public @Nullable String text(String name) {
    String value = exchange.query(name);
    return value == null || value.isEmpty() ? null : value;
  }

  public String text(String name, String otherwise) {
    String value = text(name);
    return value == null ? otherwise : value;
  }

  public String need(String name) {
    String value = text(name);
    if (value == null) {
      throw new InvalidField(name, "is missing");
    }
    return value;
  }

  /** Refuses a number out of range. */
  public int whole(String name, QueryParameter.Range range) {
    Long value = number(name);
    if (value == null) {
      return range.usual();
    }
    if (value < range.least() || value > range.most()) {
      throw new InvalidField(name, "must be " + range.least() + " to " + range.most());
    }
    return value.intValue();
  }

  public boolean flag(String name, boolean otherwise) {
    return switch (text(name)) {
      case null -> otherwise;
      case "true" -> true;
      case "false" -> false;
      default -> throw new InvalidField(name, "must be true or false");
    };
  }

  public @Nullable Long number(String name) {
    String value = text(name);
    try {
      return value == null ? null : Long.valueOf(value);
    } catch (NumberFormatException odd) {
      throw new InvalidField(name, "must be an integer");
    }
  }

  public @Nullable Instant time(String name) {
    String value = text(name);
    try {
      return value == null ? null : Instant.parse(value);
    } catch (DateTimeException odd) {
      throw new InvalidField(name, "must be a time such as 2026-02-17T12:00:00Z");
    }
  }
}
