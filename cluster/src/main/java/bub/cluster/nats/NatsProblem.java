package bub.cluster.nats;

/** Reason why a node does not use a NATS server. */
public sealed interface NatsProblem {
  String text();

  /** The problem without the words of the system, which differ from attempt to attempt. */
  default NatsProblem withoutReason() {
    return this;
  }

  /** The server's compare-and-set can have two winners. */
  record TooOld(String server, String version) implements NatsProblem {
    @Override
    public String text() {
      return "The NATS server %s has version %s. bub needs %s or newer, because older servers let two nodes win one compare-and-set."
          .formatted(server, version, NatsVersion.OLDEST);
    }
  }

  /** The server cannot store buckets. */
  record NoJetStream(String server) implements NatsProblem {
    @Override
    public String text() {
      return "The NATS server %s runs without JetStream. Start it with -js or a jetstream block in its configuration."
          .formatted(server);
    }
  }

  /** The server refused the credentials of this node. */
  record NotAuthorized(String server) implements NatsProblem {
    @Override
    public String text() {
      return "The NATS server %s refuses the credentials of this node.".formatted(server);
    }
  }

  /** A file with credentials or certificates cannot be used. */
  record BadFile(String text) implements NatsProblem {}

  /** The server did not answer, or the connection to it ended. */
  record Unreachable(String server, String reason) implements NatsProblem {
    @Override
    public String text() {
      return "No connection to the NATS server %s: %s".formatted(server, reason);
    }

    @Override
    public NatsProblem withoutReason() {
      return new Unreachable(server, "");
    }
  }
}
