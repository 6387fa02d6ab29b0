package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Members of a registration other than the capabilities.
 *
 * @param protocolVersion protocol versions that the agent speaks; null when it names none
 * @param conversation id of this registration, with which the agent can repeat it; null for none
 */
public record RegistrationTerms(@Nullable String protocolVersion, @Nullable String conversation) {
  public static final String CONVERSATION = "conversation_id";

  private static final Pattern RANDOM_UUID =
      Pattern.compile(
          "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
          Pattern.CASE_INSENSITIVE);

  public static RegistrationTerms read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new RegistrationTerms(
        ProtocolVersion.check(fields.optionalString(ProtocolVersion.FIELD)),
        fields.optionalString(CONVERSATION));
  }

  /** True for a random UUID, which only its creator can know and repeat. */
  public static boolean isUnguessable(String conversation) {
    return RANDOM_UUID.matcher(conversation).matches();
  }

  public @Nullable String spokenVersion() {
    return protocolVersion == null ? null : ProtocolVersion.CURRENT.toString();
  }
}
