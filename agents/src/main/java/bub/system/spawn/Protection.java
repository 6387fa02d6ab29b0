package bub.system.spawn;

import java.util.List;

/**
 * Restriction on an agent's unit, as systemd properties.
 *
 * @param name property that identifies it, the same for every agent
 * @param properties that property, and those that an agent needs to work with it
 */
record Protection(String name, List<String> properties) {
  Protection {
    properties = List.copyOf(properties);
  }

  static Protection of(String property) {
    return new Protection(property, List.of(property));
  }
}
