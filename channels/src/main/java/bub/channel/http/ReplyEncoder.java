package bub.channel.http;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encoder that writes no body for a HEAD, not even the end of one. Event loop only. */
final class ReplyEncoder extends HttpResponseEncoder {
  private final Supplier<@Nullable HttpExchange> current;

  ReplyEncoder(Supplier<@Nullable HttpExchange> current) {
    this.current = current;
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpResponse response) {
    HttpExchange exchange = current.get();
    return exchange != null && exchange.isHead() || super.isContentAlwaysEmpty(response);
  }
}
