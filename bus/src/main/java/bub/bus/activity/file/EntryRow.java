package bub.bus.activity.file;

import org.jspecify.annotations.Nullable;

/** Row of the table {@code entry}, ready for binding. Writer thread only. */
@SuppressWarnings("ArrayRecordComponent") // no code compares rows, and a copy would only cost time
record EntryRow(
    long id,
    long ts,
    String messageId,
    @Nullable Long target,
    byte @Nullable [] trace,
    @Nullable String cause,
    byte[] events,
    byte @Nullable [] payload) {}
