package bub.console.view;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** A message to send. */
public record SendRequest(
    String to, RawJson payload, @Nullable String from, @Nullable String messageId) {}
