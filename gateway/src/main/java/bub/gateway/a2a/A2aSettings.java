package bub.gateway.a2a;

import bub.gateway.a2a.task.A2aLimits;
import java.nio.file.Path;

/**
 * Settings of the A2A door.
 *
 * @param directory where tasks are stored
 * @param allowsPrivate true to call webhooks and remote agents at private addresses
 */
public record A2aSettings(Path directory, boolean allowsPrivate, A2aLimits limits) {
  /** {@code stateDirectory} is that of bub. */
  public static A2aSettings in(Path stateDirectory, boolean allowsPrivate) {
    return new A2aSettings(stateDirectory.resolve("a2a"), allowsPrivate, A2aLimits.standard());
  }

  Path tasks() {
    return directory.resolve("tasks.db");
  }

  Path webhookSecret() {
    return directory.resolve("webhook-secret");
  }
}
