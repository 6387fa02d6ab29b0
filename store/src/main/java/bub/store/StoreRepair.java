package bub.store;

import java.nio.file.Path;

/** Report of a repair: the damaged file was set aside, and a new file has the saved rows. */
public record StoreRepair(Path file, Path setAside, long savedRows, String damage) {

  public String text() {
    return "%s was damaged (%s). It was set aside as %s; %d rows were saved into a new file."
        .formatted(file, damage, setAside.getFileName(), savedRows);
  }
}
