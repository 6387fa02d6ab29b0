package bub.cluster.nats;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Address of a NATS cluster and the means to connect to it. {@code replicas} is the number of
 * servers that store each bucket; 0 means three in a NATS cluster and one on a single server.
 */
public record NatsSettings(
    List<URI> servers,
    String cluster,
    NatsCredentials credentials,
    @Nullable NatsTls tls,
    int replicas) {
  private static final int DEFAULT_PORT = 4222;

  public NatsSettings {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("A cluster needs the URL of at least one NATS server.");
    }
    if (!Subjects.isName(cluster)) {
      throw new IllegalArgumentException(
          "Invalid cluster name: " + cluster + ". " + Subjects.nameRule());
    }
    if (replicas < 0 || replicas > 5) {
      throw new IllegalArgumentException("A bucket has 1 to 5 replicas, not " + replicas + ".");
    }
  }

  /** Reads a list such as {@code nats://a:4222,nats://b:4222}. */
  public static NatsSettings of(String servers, String cluster) {
    var urls = new ArrayList<URI>();
    for (String one : servers.split(",", -1)) {
      urls.add(server(one.strip()));
    }
    return new NatsSettings(urls, cluster, new NatsCredentials.None(), null, 0);
  }

  public NatsSettings with(NatsCredentials newCredentials) {
    return new NatsSettings(servers, cluster, newCredentials, tls, replicas);
  }

  public NatsSettings with(NatsTls newTls) {
    return new NatsSettings(servers, cluster, credentials, newTls, replicas);
  }

  public NatsSettings withReplicas(int newReplicas) {
    return new NatsSettings(servers, cluster, credentials, tls, newReplicas);
  }

  public Subjects subjects() {
    return new Subjects(cluster);
  }

  boolean encrypted() {
    return tls != null || servers.stream().allMatch(url -> "tls".equals(url.getScheme()));
  }

  private static URI server(String text) {
    URI url;
    try {
      url = URI.create(text.contains("://") ? text : "nats://" + text);
    } catch (IllegalArgumentException invalid) {
      throw invalidServer("it is not a URL");
    }
    if (!"nats".equals(url.getScheme()) && !"tls".equals(url.getScheme())) {
      throw invalidServer("it must begin with nats:// or tls://");
    }
    if (url.getRawAuthority() != null && url.getRawAuthority().contains("@")) {
      throw invalidServer("a secret must be in a file, not in a URL");
    }
    if (url.getHost() == null) {
      throw invalidServer("it has no valid host");
    }
    int port = url.getPort() < 0 ? DEFAULT_PORT : url.getPort();
    return URI.create(url.getScheme() + "://" + url.getHost() + ":" + port);
  }

  /** Leaves out the text, because a secret may be in it. */
  private static IllegalArgumentException invalidServer(String problem) {
    return new IllegalArgumentException("Invalid URL of a NATS server: " + problem + ".");
  }
}
