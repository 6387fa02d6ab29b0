package bub.bus.server;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.TooLongHttpHeaderException;

/** Headers of an upgrade request, limited in number: a short one takes 20 times its bytes. */
final class HandshakeHeaders extends DefaultHttpHeaders {
  static final int MOST = 100;

  /** Creates headers for a decoder. */
  static final HttpHeadersFactory FACTORY =
      new HttpHeadersFactory() {
        @Override
        public HttpHeaders newHeaders() {
          return new HandshakeHeaders();
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
          return newHeaders();
        }
      };

  private HandshakeHeaders() {}

  @Override
  public HttpHeaders add(CharSequence name, Object value) {
    if (size() >= MOST) {
      throw new TooLongHttpHeaderException("more than " + MOST + " headers");
    }
    return super.add(name, value);
  }
}
