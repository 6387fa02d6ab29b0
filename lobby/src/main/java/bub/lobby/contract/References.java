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

/**
 * Follows the references of a schema that is otherwise right, and finds the ones that leave the
 * document, point nowhere, go round in circles or would make a small text unfold into a large
 * contract.
 */
final class References {
  private static final int MAX_UNFOLDED = 4_000;
  private static final List<String> KEYWORDS = List.of("$ref", "$dynamicRef");
  private static final List<String> ANCHORS = List.of("$anchor", "$dynamicAnchor");
  private static final Pattern SAME_VALUE =
      Pattern.compile("/(allOf|anyOf|oneOf|dependentSchemas)/.*|/(not|if|then|else)");

  private final Map<String, JsonNode> places;
  private final Map<String, String> anchors = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private final Set<String> harmless = new HashSet<>();

  private References(Map<String, JsonNode> places) {
    this.places = places;
  }

  /** The first fault that a reference makes, or null. */
  static @Nullable Violation faultIn(Map<String, JsonNode> places) {
    var references = new References(places);
    Violation fault = references.readNames();
    return fault == null ? references.follow() : fault;
  }

  private @Nullable Violation readNames() {
    for (String place : places.keySet()) {
      for (String keyword : ANCHORS) {
        String name = text(place, keyword);
        if (name != null && anchors.put(name, place) != null) {
          return new Violation(place + "/" + keyword, "stands twice");
        }
      }
      for (String around = place; around != null; around = around(around)) {
        sizes.merge(around, 1, Integer::sum);
      }
    }
    return null;
  }

  private @Nullable Violation follow() {
    var followed = new HashSet<String>();
    int unfolded = 0;
    for (String place : places.keySet()) {
      for (String keyword : KEYWORDS) {
        String reference = text(place, keyword);
        if (reference == null) {
          continue;
        }
        String problem = problemWith(reference);
        if (problem == null && followed.add(reference)) {
          unfolded += sizes.getOrDefault(target(reference), 0);
          problem = unfolded > MAX_UNFOLDED ? "refers to too much, all in all" : null;
        }
        if (problem != null) {
          return new Violation(place + "/" + keyword, problem);
        }
      }
    }
    for (String place : places.keySet()) {
      if (circles(place)) {
        return new Violation(place, "refers to itself without end");
      }
    }
    return null;
  }

  private @Nullable String problemWith(String reference) {
    if (!reference.startsWith("#")) {
      return "must begin with #: a schema may not refer to another document";
    }
    return target(reference) == null ? "points at nothing that is a schema" : null;
  }

  /** The place that a reference within the document means, or null. */
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

  /** Whether a value that is checked at this place would be checked there again, and again. */
  private boolean circles(String place) {
    if (harmless.contains(place)) {
      return false;
    }
    if (!open.add(place)) {
      return true;
    }
    for (String next : sameValueFrom(place)) {
      if (circles(next)) {
        return true;
      }
    }
    open.remove(place);
    harmless.add(place);
    return false;
  }

  private List<String> sameValueFrom(String place) {
    var next = new ArrayList<String>();
    for (String keyword : KEYWORDS) {
      String reference = text(place, keyword);
      String target = reference == null ? null : target(reference);
      if (target != null) {
        next.add(target);
      }
    }
    Places.forEachPart(
        places.getOrDefault(place, places.get("")),
        (part, _) -> {
          if (SAME_VALUE.matcher(part).matches()) {
            next.add(place + part);
          }
        });
    return next;
  }

  private @Nullable String text(String place, String keyword) {
    JsonNode schema = places.get(place);
    return schema == null ? null : schema.path(keyword).asString(null);
  }

  /** The part of the document that a pointer's own part is in, or null for the whole. */
  private static @Nullable String around(String pointer) {
    return pointer.isEmpty() ? null : pointer.substring(0, pointer.lastIndexOf('/'));
  }
}
