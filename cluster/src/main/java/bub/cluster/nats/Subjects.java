package bub.cluster.nats;

import java.util.regex.Pattern;

/** Names of the subjects and buckets of one cluster. */
public record Subjects(String cluster) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");

  public Subjects {
    if (!isName(cluster)) {
      throw new IllegalArgumentException("Invalid cluster name: " + cluster + ". " + nameRule());
    }
  }

  /** True for a valid name of a cluster or of a node. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  public static String nameRule() {
    return "A name has up to 32 characters of a-z, 0-9 and -, and does not begin with -.";
  }

  /** Subject of the interest that every node announces to all others. */
  public String interest() {
    return "bub." + cluster + ".all.interest";
  }

  /** Subject of messages to one run of one node. */
  public String node(String name, long epoch) {
    if (!isName(name) || epoch <= 0) {
      throw new IllegalArgumentException("Invalid node: " + name + " " + epoch);
    }
    return "bub." + cluster + ".node." + name + "." + epoch;
  }

  public String identityBucket() {
    return bucket("identity");
  }

  public String leaseBucket() {
    return bucket("lease");
  }

  public String stateBucket() {
    return bucket("state");
  }

  /** Bucket of tokens and policy, which every node reads often. */
  public String accessBucket() {
    return bucket("access");
  }

  private String bucket(String kind) {
    return "bub_" + cluster + "_" + kind;
  }
}
