package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a token, with its grants.
 *
 * @param id id of the token, not its secret
 * @param clientId clientId of the token; a pattern only for the local command line
 * @param subscribe permitted patterns, in addition to its own address
 * @param sendAs permitted sender addresses, in addition to its own
 * @param types permitted message types; empty for all types of its role
 * @param chat true when people write through it: the loop guard never limits its messages
 * @param workspaces permitted workspaces to read, as patterns of {@code CHANNEL:CHAT_ID}
 */
public record Principal(
    String id,
    Pattern clientId,
    List<Pattern> subscribe,
    List<Pattern> sendAs,
    Set<String> types,
    boolean intercept,
    boolean operator,
    boolean chat,
    List<Pattern> workspaces,
    @Nullable Instant expiresAt) {

  /** Creates a principal that reads no workspaces. */
  public Principal(
      String id,
      Pattern clientId,
      List<Pattern> subscribe,
      List<Pattern> sendAs,
      Set<String> types,
      boolean intercept,
      boolean operator,
      boolean chat,
      @Nullable Instant expiresAt) {
    this(id, clientId, subscribe, sendAs, types, intercept, operator, chat, List.of(), expiresAt);
  }

  /** Creates a principal without the grant of people. */
  public Principal(
      String id,
      Pattern clientId,
      List<Pattern> subscribe,
      List<Pattern> sendAs,
      Set<String> types,
      boolean intercept,
      boolean operator,
      @Nullable Instant expiresAt) {
    this(id, clientId, subscribe, sendAs, types, intercept, operator, false, expiresAt);
  }

  Principal withId(String newId) {
    return new Principal(
        newId,
        clientId,
        subscribe,
        sendAs,
        types,
        intercept,
        operator,
        chat,
        workspaces,
        expiresAt);
  }

  public Principal withWorkspaces(List<Pattern> patterns) {
    return new Principal(
        id, clientId, subscribe, sendAs, types, intercept, operator, chat, patterns, expiresAt);
  }

  boolean mayRead(Channel channel, ChatId chatId) {
    String workspace = channel.value() + ":" + chatId.value();
    return workspaces.stream().anyMatch(granted -> granted.matches(workspace));
  }

  public boolean isFor(Address address) {
    return clientId.matches(address.value());
  }

  public boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  public boolean mayListenTo(Pattern wanted) {
    return isOwn(wanted) || subscribe.stream().anyMatch(granted -> granted.covers(wanted));
  }

  private boolean isOwn(Pattern wanted) {
    return wanted.kind() == Pattern.Kind.EXACT && clientId.matches(wanted.text());
  }

  /**
   * True for a bridge, which sends as its chats. The token of the command line may send as anybody,
   * but it is for a pattern of clientIds and is no bridge.
   */
  public boolean isBridge() {
    return !sendAs.isEmpty() && clientId.kind() == Pattern.Kind.EXACT;
  }

  public boolean maySendAs(Address from) {
    if (clientId.matches(from.value())) {
      return true;
    }
    for (int i = 0; i < sendAs.size(); i++) {
      if (sendAs.get(i).matches(from.value())) {
        return true;
      }
    }
    return false;
  }

  public boolean maySend(@Nullable String type) {
    return types.isEmpty() || type != null && types.contains(type);
  }
}
