package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/**
 * A file in a message; the sender chose {@code name} and {@code mimeType}.
 *
 * @param id differs every time and is valid for this bot only
 * @param uniqueId stable id of the file; may be empty
 */
public record MediaFile(
    String id,
    String uniqueId,
    @Nullable String name,
    @Nullable String mimeType,
    @Nullable Long size) {}
