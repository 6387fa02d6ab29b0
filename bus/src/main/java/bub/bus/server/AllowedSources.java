package bub.bus.server;

import java.util.List;

/**
 * What the operator lets in beyond the ordinary, in lower case.
 *
 * @param origins of web pages that may connect, such as {@code https://app.example.com}
 * @param hosts names of this bus beside those it knows by itself, without a port
 */
public record AllowedSources(List<String> origins, List<String> hosts) {
  public static final AllowedSources NOTHING_MORE = new AllowedSources(List.of(), List.of());

  public AllowedSources {
    origins = List.copyOf(origins);
    hosts = List.copyOf(hosts);
  }
}
