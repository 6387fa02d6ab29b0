package bub.system.spawn;

import java.io.IOException;

/** Choice of a spawner. */
public enum SpawnerChoice {
  /** Systemd if this user has one, otherwise child processes. */
  AUTO,
  SYSTEMD,
  LOCAL;

  public Spawner open(SpawnSettings settings, UserSystemd manager) throws IOException {
    return switch (this) {
      case AUTO -> (SystemdSpawner.isAvailable(manager) ? SYSTEMD : LOCAL).open(settings, manager);
      case SYSTEMD -> SystemdSpawner.open(settings, manager);
      case LOCAL -> new LocalSpawner(settings);
    };
  }
}
