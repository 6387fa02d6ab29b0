package bub.console.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpExchange;
import bub.channel.http.HttpReply;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A request whose answer is not JSON: a text, or an endless stream. */
public final class RawExchange {
  private final HttpExchange exchange;
  private final BooleanSupplier welcome;

  RawExchange(HttpExchange exchange, BooleanSupplier welcome) {
    this.exchange = exchange;
    this.welcome = welcome;
  }

  public @Nullable String header(String name) {
    return exchange.header(name);
  }

  /** Returns true while the client may still receive the answer; a stream may be long. */
  public boolean isWelcome() {
    return welcome.getAsBoolean();
  }

  public void text(String type, String text) {
    exchange.answer(new HttpReply(200, Map.of(), type, text.getBytes(UTF_8)));
  }

  /** Each flush reaches the browser. */
  public OutputStream stream(String type) {
    // Proxies must not buffer it.
    return exchange.stream(
        new HttpReply(200, Map.of("X-Accel-Buffering", "no"), type, new byte[0]));
  }
}
