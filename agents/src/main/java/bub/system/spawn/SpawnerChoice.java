package bub.system.spawn;

import java.io.IOException;

/** Which spawner to use. */
public enum SpawnerChoice {
  /** Systemd where this user has one, else child processes. */
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
