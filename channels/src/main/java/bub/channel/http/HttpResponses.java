package bub.channel.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Map;

/** Replies in the form that the encoder takes. */
final class HttpResponses {
  private HttpResponses() {}

  /** {@code content} is empty for a HEAD, which has the length all the same. */
  static HttpResponse whole(HttpReply reply, byte[] content) {
    var response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(reply.status()),
            Unpooled.wrappedBuffer(content));
    reply.writeTo(response.headers());
    if (!HttpReply.hasNoBody(reply.status())) {
      response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
    }
    return response;
  }

  /** Invites the body of a client that waits for it. */
  static HttpResponse goOn() {
    return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE);
  }

  static HttpResponse streamed(HttpReply head, boolean isChunked) {
    var response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(head.status()));
    head.writeTo(response.headers());
    HttpUtil.setTransferEncodingChunked(response, isChunked);
    return response;
  }

  static void addMissing(Map<String, String> more, HttpHeaders headers) {
    more.forEach(
        (name, value) -> {
          if (!headers.contains(name)) {
            headers.set(name, value);
          }
        });
  }
}
