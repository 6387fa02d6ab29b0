package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/**
 * A file in a message.
 *
 * @param id id for {@link BotApi#getFile}; differs every time and is valid for this bot only
 * @param uniqueId stable id of the file; may be empty
 * @param name name given by the sender; may be anything
 * @param mimeType type given by the sender
 * @param size size in bytes
 */
public record MediaFile(
    String id,
    String uniqueId,
    @Nullable String name,
    @Nullable String mimeType,
    @Nullable Long size) {}
