package bub.bus.activity;

import java.nio.file.Path;

/** File of the log that is complete and never changes again, with its range of event ids. */
record LogArchive(Path path, long firstId, long lastId) {}
