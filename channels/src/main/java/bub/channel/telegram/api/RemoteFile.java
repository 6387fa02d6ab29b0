package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/** Location of a file for download; {@code path} is null when there is nothing to download. */
public record RemoteFile(String id, @Nullable String path, @Nullable Long size) {}
