package bub.bus.activity.file;

import java.nio.file.Path;

/** File of the log that is complete and never changes again, with its range of event ids. */
public record LogArchive(Path path, long firstId, long lastId) {}
