package bub.bus.server;

import java.util.List;

/**
 * Additional sources that the operator allows, in lower case.
 *
 * @param origins origins of web pages that may connect, such as {@code https://app.example.com}
 * @param hosts names of this bus in addition to those it knows itself, without a port
 */
public record AllowedSources(List<String> origins, List<String> hosts) {
  public static final AllowedSources NOTHING_MORE = new AllowedSources(List.of(), List.of());

  public AllowedSources {
    origins = List.copyOf(origins);
    hosts = List.copyOf(hosts);
  }
}
