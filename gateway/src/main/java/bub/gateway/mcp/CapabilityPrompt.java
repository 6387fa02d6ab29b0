package bub.gateway.mcp;

import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prompt made from a capability of one agent. */
record CapabilityPrompt(String name, Offer offer) implements McpPrompt {
  @Override
  public void writeTo(JsonWriter out) {
    Capability capability = offer.capability();
    out.beginObject().field("name", name).field("description", capability.description());
    out.name("arguments").beginArray();
    for (String argument : arguments()) {
      out.beginObject().field("name", argument);
      RawJson property = property(argument);
      out.optional("description", property == null ? null : property.fields().find("description"));
      out.field("required", isRequired(argument)).endObject();
    }
    out.endArray().endObject();
  }

  private List<String> arguments() {
    RawJson properties = offer.capability().inputSchema().fields().find("properties");
    var names = new ArrayList<String>();
    if (properties != null && properties.isObject()) {
      for (int i = 0; i < properties.fields().count(); i++) {
        names.add(properties.fields().name(i));
      }
    }
    return names;
  }

  @Override
  public @Nullable RawJson property(String argument) {
    RawJson properties = offer.capability().inputSchema().fields().find("properties");
    RawJson property =
        properties != null && properties.isObject() ? properties.fields().find(argument) : null;
    return property != null && property.isObject() ? property : null;
  }

  boolean isRequired(String argument) {
    RawJson required = offer.capability().inputSchema().fields().find("required");
    return required != null
        && required.isArray()
        && required.elements().stream().anyMatch(name -> name.isPlainly(argument));
  }
}
