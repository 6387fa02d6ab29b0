package bub.store;

import java.nio.file.Path;

/** A damaged file was set aside, and a new one has the rows that could be saved. */
public record StoreRepair(Path file, Path setAside, long savedRows, String damage) {

  /** One line for people. */
  public String text() {
    return "%s was damaged (%s). It was set aside as %s; %d rows were saved into a new file."
        .formatted(file, damage, setAside.getFileName(), savedRows);
  }
}
