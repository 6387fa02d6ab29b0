package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/**
 * A file in a message.
 *
 * @param id for {@link BotApi#getFile}; another one every time, and for this bot only
 * @param uniqueId the same wherever this file turns up; may be empty
 * @param name as the sender says: it may be anything
 * @param mimeType as the sender says
 * @param size in bytes
 */
public record MediaFile(
    String id,
    String uniqueId,
    @Nullable String name,
    @Nullable String mimeType,
    @Nullable Long size) {}
