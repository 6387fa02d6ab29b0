package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Change of an agent's capabilities: new or changed ones, and withdrawn ones by name ({@code
 * price}, all its versions) or by name and version ({@code price@2.0.0}).
 */
public record CapabilityChange(List<Capability> capabilities, List<CapabilityRef> withdraw)
    implements JsonValue {
  public static final int MAX_CAPABILITIES = 1_000;

  /** Limit on ids and keywords together: each one costs far more memory than its text. */
  private static final int MAX_WORDS = 8_192;

  private static final List<String> OFFER =
      List.of("capabilities", ProtocolVersion.FIELD, RegistrationTerms.CONVERSATION);
  private static final List<String> UPDATE = List.of("capabilities", "withdraw");

  public CapabilityChange {
    checkCount("capabilities", capabilities.size());
    checkCount("withdraw", withdraw.size());
    var seen = new HashSet<String>();
    for (int i = 0; i < capabilities.size(); i++) {
      Capability capability = capabilities.get(i);
      if (!seen.add(capability.name() + "@" + capability.version())) {
        throw new InvalidField("capabilities[" + i + "].name", "appears twice");
      }
    }
    capabilities = List.copyOf(capabilities);
    withdraw = List.copyOf(withdraw);
  }

  public static CapabilityChange offering(List<Capability> capabilities) {
    return new CapabilityChange(capabilities, List.of());
  }

  public static CapabilityChange readRegistration(RawJson payload) {
    return offering(capabilities(StrictReader.order(payload, OFFER)));
  }

  public static CapabilityChange readUpdate(RawJson payload) {
    Fields fields = StrictReader.order(payload, UPDATE);
    List<Capability> offered = fields.has("capabilities") ? capabilities(fields) : List.of();
    return new CapabilityChange(offered, fields.has("withdraw") ? withdrawn(fields) : List.of());
  }

  private static List<Capability> capabilities(Fields fields) {
    RawJson array = fields.require("capabilities");
    if (array.isArray()) {
      checkCount("capabilities", array.elements().size());
    }
    var words = new AtomicInteger();
    return NestedFields.objects(
        fields,
        "capabilities",
        json -> {
          Capability capability = Capability.read(json);
          checkWords(words.addAndGet(words(capability)));
          return capability;
        });
  }

  private static int words(Capability capability) {
    return capability.authorizedRequesters().size() + capability.keywords().size();
  }

  private static void checkWords(int words) {
    if (words > MAX_WORDS) {
      throw new InvalidField(
          "capabilities",
          "have more than " + MAX_WORDS + " authorized_requester_ids and keywords together");
    }
  }

  private static List<CapabilityRef> withdrawn(Fields fields) {
    List<String> names = NestedFields.strings(fields, "withdraw");
    checkCount("withdraw", names.size());
    var withdrawn = new ArrayList<CapabilityRef>();
    for (String name : names) {
      withdrawn.add(CapabilityRef.check("withdraw[" + withdrawn.size() + "]", name));
    }
    return withdrawn;
  }

  private static void checkCount(String field, int entries) {
    if (entries > MAX_CAPABILITIES) {
      throw new InvalidField(field, "has more than " + MAX_CAPABILITIES + " entries");
    }
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("capabilities").beginArray();
    capabilities.forEach(out::value);
    out.endArray();
    if (!withdraw.isEmpty()) {
      out.name("withdraw").beginArray();
      withdraw.forEach(ref -> out.value(ref.toString()));
      out.endArray();
    }
    out.endObject();
  }
}
