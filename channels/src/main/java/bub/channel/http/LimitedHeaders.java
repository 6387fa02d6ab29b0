package bub.channel.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.TooLongHttpHeaderException;

/** Headers of one request, limited in number: a short header needs 20 times its size in memory. */
final class LimitedHeaders extends DefaultHttpHeaders {
  static final int MOST = 100;

  /** Creates headers for a decoder. */
  static final HttpHeadersFactory FACTORY =
      new HttpHeadersFactory() {
        @Override
        public HttpHeaders newHeaders() {
          return new LimitedHeaders();
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
          return new LimitedHeaders();
        }
      };

  private LimitedHeaders() {}

  @Override
  public HttpHeaders add(CharSequence name, Object value) {
    if (size() >= MOST) {
      throw new TooLongHttpHeaderException("more than " + MOST + " headers");
    }
    return super.add(name, value);
  }
}
