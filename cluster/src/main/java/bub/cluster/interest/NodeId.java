package bub.cluster.interest;

import java.util.regex.Pattern;

/** Identity of one process of the cluster: the name of its node and a random number per start. */
public record NodeId(String name, long epoch) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");

  public NodeId {
    if (!isValid(name, epoch)) {
      throw new IllegalArgumentException(
          "A node needs a name of 1 to 32 characters a-z, 0-9 and '-', and a positive epoch: "
              + name
              + "/"
              + epoch);
    }
  }

  static boolean isValid(String name, long epoch) {
    return epoch > 0 && NAME.matcher(name).matches();
  }

  @Override
  public String toString() {
    return name + "/" + Long.toHexString(epoch);
  }
}
