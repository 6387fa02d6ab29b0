package bub.lobby.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.lobby.ServiceResponse.Violation;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Check for references that leave the document, lead nowhere, form a cycle, or expand too much. */
final class ReferenceCheck {
  private static final int MAX_UNFOLDED = 4_000;
  private static final int MAX_REACH = 100;
  private static final int ENDLESS = -1;
  private static final List<String> KEYWORDS = List.of("$ref", "$dynamicRef");
  private static final List<String> ANCHORS = List.of("$anchor", "$dynamicAnchor");
  private static final Pattern SAME_VALUE =
      Pattern.compile("/(allOf|anyOf|oneOf|dependentSchemas)/.*|/(not|if|then|else)");

  private final Map<String, JsonNode> places;
  private final Map<String, String> anchors = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>();
  private final Set<String> followed = new HashSet<>();
  private int unfolded;
  private final Set<String> open = new HashSet<>();
  private final Map<String, Integer> reaches = new HashMap<>();

  private ReferenceCheck(Map<String, JsonNode> places) {
    this.places = places;
  }

  static @Nullable Violation faultIn(Map<String, JsonNode> places) {
    var references = new ReferenceCheck(places);
    Violation fault = references.readNames();
    return fault == null ? references.follow() : fault;
  }

  private @Nullable Violation readNames() {
    for (var entry : places.entrySet()) {
      String place = entry.getKey();
      for (String keyword : ANCHORS) {
        String name = text(entry.getValue(), keyword);
        if (name != null && anchors.put(name, place) != null) {
          return new Violation(place + "/" + keyword, "appears twice");
        }
      }
      for (String around = place; around != null; around = around(around)) {
        sizes.merge(around, 1, Integer::sum);
      }
    }
    return null;
  }

  private @Nullable Violation follow() {
    for (var entry : places.entrySet()) {
      for (String keyword : KEYWORDS) {
        String reference = text(entry.getValue(), keyword);
        String problem = reference == null ? null : problemWith(reference);
        if (problem != null) {
          return new Violation(entry.getKey() + "/" + keyword, problem);
        }
      }
    }
    for (String place : places.keySet()) {
      int reach = reach(place);
      if (reach == ENDLESS) {
        return new Violation(place, "refers to itself in an endless loop");
      }
      if (reach > MAX_REACH) {
        return new Violation(place, "has a chain of more than " + MAX_REACH + " references");
      }
    }
    return null;
  }

  private @Nullable String problemWith(String reference) {
    if (!reference.startsWith("#")) {
      return "must start with #: a schema cannot refer to another document";
    }
    String target = target(reference);
    if (target == null) {
      return "does not point to a schema";
    }
    // The library makes a copy for each spelling of a target.
    unfolded += followed.add(reference) ? sizes.getOrDefault(target, 0) : 0;
    return unfolded > MAX_UNFOLDED ? "refers to too many schemas" : null;
  }

  /** Null when the reference points to nothing. */
  private @Nullable String target(String reference) {
    String name = reference.substring(1);
    if (!name.isEmpty() && !name.startsWith("/")) {
      return anchors.get(name);
    }
    try {
      String pointer = URLDecoder.decode(name.replace("+", "%2B"), UTF_8);
      return places.containsKey(pointer) ? pointer : null;
    } catch (IllegalArgumentException notEncoded) {
      return null;
    }
  }

  /** Longest chain of schemas that apply to the same value. */
  private int reach(String place) {
    Integer known = reaches.get(place);
    if (known != null) {
      return known;
    }
    if (!open.add(place)) {
      return ENDLESS;
    }
    int reach = 0;
    for (String next : sameValueFrom(place)) {
      int further = reach(next);
      if (further == ENDLESS) {
        return ENDLESS;
      }
      reach = Math.max(reach, further + 1);
    }
    open.remove(place);
    reaches.put(place, reach);
    return reach;
  }

  private List<String> sameValueFrom(String place) {
    var next = new ArrayList<String>();
    JsonNode schema = places.get(place);
    if (schema != null) {
      for (String keyword : KEYWORDS) {
        String reference = text(schema, keyword);
        String target = reference == null ? null : target(reference);
        if (target != null) {
          next.add(target);
        }
      }
      SchemaLocations.forEachPart(
          schema,
          (part, _) -> {
            if (SAME_VALUE.matcher(part).matches()) {
              next.add(place + part);
            }
          });
    }
    return next;
  }

  private static @Nullable String text(JsonNode schema, String keyword) {
    return schema.path(keyword).asString(null);
  }

  /** Null for the whole document. */
  private static @Nullable String around(String pointer) {
    return pointer.isEmpty() ? null : pointer.substring(0, pointer.lastIndexOf('/'));
  }
}
