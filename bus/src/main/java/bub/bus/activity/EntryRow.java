package bub.bus.activity;

import org.jspecify.annotations.Nullable;

/** One row of the table {@code entry}, ready to be bound. Writer thread only. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares rows; a copy would only cost
record EntryRow(
    long id,
    long ts,
    String messageId,
    @Nullable Long target,
    byte[] events,
    byte @Nullable [] payload) {}
