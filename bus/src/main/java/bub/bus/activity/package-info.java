/**
 * Append-only activity log: the events of every message, reported by the hub and stored in SQLite.
 */
@NullMarked
package bub.bus.activity;

import org.jspecify.annotations.NullMarked;
