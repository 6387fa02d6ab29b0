package bub.console.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpExchange;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handlers by method and path. A path may have parameters, such as {@code /api/chats/{id}}. */
final class RouteTable {
  /** Handles a request on its own virtual thread, so it may block. */
  @FunctionalInterface
  interface RouteHandler {
    void handle(HttpExchange exchange, Map<String, String> parameters) throws Exception;
  }

  /** Handler of a request, with the parameters of its path. */
  record Match(RouteHandler handler, Map<String, String> parameters) {
    void handle(HttpExchange exchange) throws Exception {
      handler.handle(exchange, parameters);
    }
  }

  private record Template(String method, List<String> parts, RouteHandler handler) {
    @Nullable Map<String, String> match(String asked, List<String> path) {
      if (!method.equals(asked) || parts.size() != path.size()) {
        return null;
      }
      var found = new HashMap<String, String>();
      for (int i = 0; i < parts.size(); i++) {
        String part = parts.get(i);
        if (part.startsWith("{")) {
          if (path.get(i).isEmpty()) {
            return null;
          }
          // A plus is a plus in a path.
          String text = path.get(i).replace("+", "%2B");
          found.put(part.substring(1, part.length() - 1), URLDecoder.decode(text, UTF_8));
        } else if (!part.equals(path.get(i))) {
          return null;
        }
      }
      return found;
    }
  }

  private final Map<String, RouteHandler> exact = new HashMap<>();
  private final List<Template> templates = new ArrayList<>();

  void add(String method, String path, RouteHandler handler) {
    if (path.contains("{")) {
      templates.add(new Template(method, parts(path), handler));
    } else {
      exact.put(method + " " + path, handler);
    }
  }

  @Nullable Match find(HttpExchange exchange) {
    String method = exchange.method();
    RouteHandler known = exact.get(method + " " + exchange.path());
    if (known != null) {
      return new Match(known, Map.of());
    }
    List<String> path = parts(exchange.path());
    for (Template template : templates) {
      Map<String, String> parameters = template.match(method, path);
      if (parameters != null) {
        return new Match(template.handler(), parameters);
      }
    }
    return null;
  }

  private static List<String> parts(String path) {
    return List.of(path.split("/", -1));
  }
}
