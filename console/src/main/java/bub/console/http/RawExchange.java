package bub.console.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A request whose answer is not JSON: a text, or an endless stream. */
public final class RawExchange {
  private final Context context;
  private final BooleanSupplier welcome;

  RawExchange(Context context, BooleanSupplier welcome) {
    this.context = context;
    this.welcome = welcome;
  }

  public @Nullable String header(String name) {
    return context.header(name);
  }

  /** Returns true while the client may still receive the answer; a stream may be long. */
  public boolean isWelcome() {
    return welcome.getAsBoolean();
  }

  public void text(String type, String text) {
    context.contentType(type).result(text);
  }

  /** Each flush reaches the browser. */
  public OutputStream stream(String type) throws IOException {
    // Proxies must not buffer it.
    context.contentType(type).header("X-Accel-Buffering", "no");
    return context.res().getOutputStream();
  }
}
