package bub.gateway.mcp.store;

import bub.json.RawJson;
import bub.protocol.Address;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Task of an MCP client: a tool call whose result the client fetches later.
 *
 * @param outcome result of a completed task or error of a failed one; null for others
 * @param questions open questions to the client; null for none
 * @param answers answers so far; null for none
 * @param state text of the provider that belongs to its questions
 */
public record StoredTask(
    String id,
    Address caller,
    String tool,
    RawJson arguments,
    Status status,
    Instant created,
    Instant updated,
    @Nullable RawJson outcome,
    @Nullable RawJson questions,
    @Nullable RawJson answers,
    @Nullable String state) {
  public enum Status {
    WORKING,
    INPUT_REQUIRED,
    COMPLETED,
    FAILED,
    CANCELLED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public boolean isFinal() {
      return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
  }

  public static StoredTask begun(
      String id, Address caller, String tool, RawJson arguments, Instant now) {
    return new StoredTask(
        id, caller, tool, arguments, Status.WORKING, now, now, null, null, null, null);
  }

  /** Forgets the questions. */
  public StoredTask ended(Status last, @Nullable RawJson result, Instant now) {
    return new StoredTask(
        id, caller, tool, arguments, last, created, now, result, null, null, null);
  }

  public StoredTask asking(RawJson open, @Nullable String providerState, Instant now) {
    return new StoredTask(
        id,
        caller,
        tool,
        arguments,
        Status.INPUT_REQUIRED,
        created,
        now,
        null,
        open,
        null,
        providerState);
  }

  /** {@code open} is null when everything is answered; the task then works again. */
  public StoredTask answered(RawJson all, @Nullable RawJson open, Instant now) {
    return new StoredTask(
        id,
        caller,
        tool,
        arguments,
        open == null ? Status.WORKING : Status.INPUT_REQUIRED,
        created,
        now,
        null,
        open,
        all,
        state);
  }
}
