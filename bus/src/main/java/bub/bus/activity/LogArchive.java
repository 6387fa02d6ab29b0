package bub.bus.activity;

import java.nio.file.Path;

/** A file of the log that is complete and never changes again, with the events it holds. */
record LogArchive(Path path, long firstId, long lastId) {}
