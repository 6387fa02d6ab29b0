package bub.system.spawn;

import java.util.List;

/**
 * One thing that an agent's unit may not do, in systemd's words.
 *
 * @param name the property that says it, the same for every agent
 * @param properties that one, and those without which an agent could not work under it
 */
record Protection(String name, List<String> properties) {
  Protection {
    properties = List.copyOf(properties);
  }

  static Protection of(String property) {
    return new Protection(property, List.of(property));
  }
}
