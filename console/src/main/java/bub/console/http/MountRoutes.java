package bub.console.http;

import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.console.http.LargeBodyLimit.Load;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Routes of the protocols that other modules serve on this port. */
final class MountRoutes {
  private static final List<HandlerType> METHODS =
      List.of(
          HandlerType.GET,
          HandlerType.HEAD,
          HandlerType.POST,
          HandlerType.PUT,
          HandlerType.PATCH,
          HandlerType.DELETE,
          HandlerType.OPTIONS);

  private final ApiRouter router;
  private final LargeBodyLimit bodyLimit;

  MountRoutes(ApiRouter router, LargeBodyLimit bodyLimit) {
    this.router = router;
    this.bodyLimit = bodyLimit;
  }

  void add(RoutesConfig routes, HttpMount mount) {
    for (String path : mount.paths()) {
      METHODS.forEach(
          method -> routes.addHttpHandler(method, path, context -> answer(mount, context)));
    }
  }

  private void answer(HttpMount mount, Context context) throws Exception {
    var call = new ServletCall(context);
    try {
      // Cookies do not matter here, so no page can act for its user: Origin and Host are enough.
      router.checkOrigin(context);
      mount.answer(call);
    } catch (Exception failed) {
      if (call.isAnswered()) {
        throw failed;
      }
      call.answer(mount.refuse(call, refusal(failed)));
    }
  }

  private static HttpRefusal refusal(Exception failed) {
    if (failed instanceof HttpRefusal known) {
      return known;
    }
    ApiRefusal refusal = ErrorResponses.explain(failed);
    return new HttpRefusal(refusal.status(), refusal.code(), refusal.text(), refusal.retryAfter());
  }

  private final class ServletCall implements MountedCall {
    private final Context context;
    private boolean answered;

    ServletCall(Context context) {
      this.context = context;
    }

    @Override
    public String method() {
      return context.method().name();
    }

    @Override
    public String path() {
      return context.path();
    }

    @Override
    public @Nullable String header(String name) {
      return context.header(name);
    }

    @Override
    public @Nullable String query(String name) {
      return context.queryParam(name);
    }

    @Override
    public boolean isLocal() {
      try {
        // A literal address: no DNS lookup.
        return InetAddress.getByName(context.req().getRemoteAddr()).isLoopbackAddress();
      } catch (UnknownHostException noAddress) {
        return false;
      }
    }

    @Override
    public <T> T readBody(int mostBytes, BodyReader<T> reader) throws Exception {
      try (Load load = bodyLimit.load()) {
        return reader.read(RequestBody.read(context, load, mostBytes));
      }
    }

    @Override
    public void answer(HttpReply reply) throws IOException {
      begin(reply);
      if (reply.body().length > 0) {
        context.res().setContentLength(reply.body().length);
        context.res().getOutputStream().write(reply.body());
      }
    }

    @Override
    public OutputStream stream(HttpReply head) throws IOException {
      begin(head);
      // Proxies must not buffer it.
      context.header("X-Accel-Buffering", "no");
      return context.res().getOutputStream();
    }

    private void begin(HttpReply reply) {
      answered = true;
      context.status(reply.status());
      reply.headers().forEach(context::header);
      if (!reply.type().isEmpty() && reply.status() != 202 && reply.status() != 204) {
        context.contentType(reply.type());
      }
    }

    @Override
    public boolean isAnswered() {
      return answered;
    }
  }
}
