package bub.gateway.mcp;

import bub.protocol.lobby.Capability;

/** Task support of a capability, in its extra member {@code task_support}. */
enum TaskSupport {
  FORBIDDEN,
  OPTIONAL,
  REQUIRED;

  static TaskSupport of(Capability capability) {
    return switch (OfferKind.text(capability, "task_support")) {
      case "optional" -> OPTIONAL;
      case "required" -> REQUIRED;
      case null, default -> FORBIDDEN;
    };
  }
}
