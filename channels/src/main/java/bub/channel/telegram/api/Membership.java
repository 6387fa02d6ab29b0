package bub.channel.telegram.api;

/** Role of a person in a chat. */
public enum Membership {
  OWNER,
  ADMINISTRATOR,
  MEMBER,
  RESTRICTED,
  LEFT,
  /** Banned from a group; in a private chat, the person has blocked the bot. */
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
