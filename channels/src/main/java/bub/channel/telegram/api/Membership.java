package bub.channel.telegram.api;

/** What somebody is in a chat. */
public enum Membership {
  OWNER,
  ADMINISTRATOR,
  MEMBER,
  RESTRICTED,
  LEFT,
  /** Thrown out; in a private chat: the person has blocked the bot. */
  BANNED,
  UNKNOWN;

  static Membership named(String status) {
    return switch (status) {
      case "creator" -> OWNER;
      case "administrator" -> ADMINISTRATOR;
      case "member" -> MEMBER;
      case "restricted" -> RESTRICTED;
      case "left" -> LEFT;
      case "kicked" -> BANNED;
      default -> UNKNOWN;
    };
  }
}
