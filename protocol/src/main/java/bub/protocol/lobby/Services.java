package bub.protocol.lobby;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.NestedFields;
import java.util.List;
import java.util.function.UnaryOperator;

/** Agents that a discovery found, with their matching capabilities; online agents come first. */
public record Services(List<Service> found, String discoveredFor) implements JsonValue {

  /** Agent whose capabilities stay raw JSON, because a lobby only passes them on. */
  public record Service(Address agent, List<RawJson> capabilities) implements JsonValue {

    private static Service read(RawJson service) {
      Fields fields = service.fields();
      return new Service(
          Address.check("agent_id", fields.string("agent_id")),
          NestedFields.objects(fields, "relevant_capabilities", capability -> capability));
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("agent_id", agent).name("relevant_capabilities").beginArray();
      capabilities.forEach(out::value);
      out.endArray().endObject();
    }
  }

  /** With the texts of all capabilities as {@code cleaner} returns them. */
  public Services withTexts(UnaryOperator<String> cleaner) {
    return new Services(
        found.stream()
            .map(
                service ->
                    new Service(
                        service.agent(),
                        service.capabilities().stream()
                            .map(capability -> CapabilityText.cleaned(capability, cleaner))
                            .toList()))
            .toList(),
        discoveredFor);
  }

  public static Services read(RawJson payload) {
    Fields fields = NestedFields.fields("payload", payload);
    return new Services(
        NestedFields.objects(fields, "services_found", Service::read),
        fields.string("discovered_for_capability"));
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().name("services_found").beginArray();
    found.forEach(out::value);
    out.endArray().field("discovered_for_capability", discoveredFor).endObject();
  }
}
