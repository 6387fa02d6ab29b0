package bub.gateway.lobby;

import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.ServiceCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Order for the lobby to call a capability.
 *
 * @param provider null when the lobby chooses
 * @param input of the caller; its members with the names of the order's own are dropped
 * @param responses results of the provider's questions, or null
 * @param state what the provider wants back with the results, or null
 */
public record CapabilityOrder(
    @Nullable Address provider,
    String capability,
    RawJson input,
    @Nullable RawJson responses,
    @Nullable String state) {
  // An input that could name these would choose the provider, or answer questions that nobody
  // asked.
  private static final List<String> RESERVED =
      List.of(
          "agent_id", ServiceCall.CAPABILITY_NAME, InputRequired.RESPONSES, InputRequired.STATE);

  /** Content of the request. */
  public RawJson content() {
    JsonWriter content = new JsonWriter();
    content.extended(
        withoutReserved(input),
        more -> {
          more.field("agent_id", provider == null ? ServiceCall.ANY : provider.value());
          more.field(ServiceCall.CAPABILITY_NAME, capability);
          more.optional(InputRequired.RESPONSES, responses);
          more.optional(InputRequired.STATE, state);
        });
    return RawJson.trusted(content.toByteArray());
  }

  private static RawJson withoutReserved(RawJson input) {
    RawJson plain = input;
    for (String name : RESERVED) {
      plain = plain.fields().without(name);
    }
    return plain;
  }
}
