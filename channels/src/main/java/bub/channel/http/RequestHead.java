package bub.channel.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Rules for the first line and the headers of a request. */
final class RequestHead {
  private static final int LONGEST_LINE = 8 << 10;
  private static final int LARGEST_HEADERS = 16 << 10;
  private static final int LARGEST_CHUNK = 64 << 10;

  /** Reason to refuse, with its HTTP status. */
  record Problem(int status, String text) {}

  static final Problem BAD_TARGET = new Problem(400, "the path is not valid");

  private RequestHead() {}

  static HttpRequestDecoder decoder() {
    return new StrictDecoder(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(LONGEST_LINE)
            .setMaxHeaderSize(LARGEST_HEADERS)
            .setHeadersFactory(LimitedHeaders.FACTORY)
            .setTrailersFactory(LimitedHeaders.FACTORY)
            .setMaxChunkSize(LARGEST_CHUNK));
  }

  /** A proxy may read two lengths in another way than we do and let a second request through. */
  private static final class StrictDecoder extends HttpRequestDecoder {
    StrictDecoder(HttpDecoderConfig config) {
      super(config);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
      throw new IllegalArgumentException("the request has two lengths");
    }
  }

  static Problem problem(@Nullable Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ -> new Problem(414, "the first line is too long");
      case TooLongHttpHeaderException _ -> new Problem(431, "the headers are too large");
      case null, default -> new Problem(400, "it is not HTTP/1.1");
    };
  }

  /** Returns null for a request that may be handled. */
  static @Nullable Problem check(HttpRequest request, @Nullable RequestTarget target) {
    HttpVersion version = request.protocolVersion();
    if (version.majorVersion() != 1 || !version.protocolName().equals("HTTP")) {
      return new Problem(505, "the HTTP version is not supported");
    }
    int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || hosts == 0 && version.equals(HttpVersion.HTTP_1_1)) {
      return new Problem(400, "the header Host is missing or repeated");
    }
    // From a draft of WebSocket: the decoder expects a body of 8 bytes, and nobody else does.
    if (request.headers().contains("Sec-WebSocket-Key1")) {
      return new Problem(400, "the version of WebSocket is not supported");
    }
    if (target == null) {
      return BAD_TARGET;
    }
    boolean isOneHost =
        target.host().isEmpty()
            || target.host().equalsIgnoreCase(request.headers().get(HttpHeaderNames.HOST));
    return isOneHost ? null : new Problem(400, "the URL and the header Host name two hosts");
  }

  /** True for HTTP/1.0. */
  static boolean isOld(HttpRequest request) {
    return request.protocolVersion().equals(HttpVersion.HTTP_1_0);
  }

  /** Returns -1 for chunks of unknown length. */
  static long bodyLength(HttpRequest request) {
    return HttpUtil.isTransferEncodingChunked(request)
        ? -1
        : HttpUtil.getContentLength(request, 0L);
  }

  static InetAddress addressOf(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress client
        ? client.getAddress()
        : InetAddress.getLoopbackAddress();
  }
}
