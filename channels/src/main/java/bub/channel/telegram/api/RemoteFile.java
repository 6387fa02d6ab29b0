package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/**
 * Where a file can be downloaded.
 *
 * @param path at the server; null when there is nothing to download
 * @param size in bytes
 */
public record RemoteFile(String id, @Nullable String path, @Nullable Long size) {}
