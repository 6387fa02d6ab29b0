package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/**
 * Location of a file for download.
 *
 * @param path path at the server; null when there is nothing to download
 * @param size size in bytes
 */
public record RemoteFile(String id, @Nullable String path, @Nullable Long size) {}
