package bub.gateway.mcp;

import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import org.jspecify.annotations.Nullable;

/** Kind of a capability in MCP, which its extra members choose. */
enum OfferKind {
  TOOL("notifications/tools/list_changed", "toolsListChanged"),
  /** The member {@code resource} is a URI, or a URI template whose variables are the input. */
  RESOURCE("notifications/resources/list_changed", "resourcesListChanged"),
  /** The member {@code prompt} is {@code true}, or a text with the input in braces. */
  PROMPT("notifications/prompts/list_changed", "promptsListChanged");

  static final String URI_MEMBER = "resource";
  static final String PROMPT_MEMBER = "prompt";

  private final String notification;
  private final String filter;

  OfferKind(String notification, String filter) {
    this.notification = notification;
    this.filter = filter;
  }

  static OfferKind of(Capability capability) {
    if (text(capability, URI_MEMBER) != null) {
      return RESOURCE;
    }
    RawJson prompt = capability.extras().fields().find(PROMPT_MEMBER);
    return prompt != null && (prompt.isString() || prompt.isTrue()) ? PROMPT : TOOL;
  }

  /** Text of an extra member; null when there is none. */
  static @Nullable String text(Capability capability, String member) {
    RawJson value = capability.extras().fields().find(member);
    return value != null && value.isString() ? value.asString() : null;
  }

  /** Notification about a change of the list. */
  String notification() {
    return notification;
  }

  /** Name of the list in a request for such notifications. */
  String filter() {
    return filter;
  }
}
