/**
 * Where the lobby keeps its registrations and searches them: one SQLite file, one thread that
 * writes, one that reads.
 */
@NullMarked
package bub.lobby.store;

import org.jspecify.annotations.NullMarked;
