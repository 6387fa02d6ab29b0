package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/** A person or a bot. The first name may be empty: deleted accounts have none. */
public record TelegramUser(
    long id,
    boolean isBot,
    String firstName,
    @Nullable String lastName,
    @Nullable String username,
    @Nullable String languageCode) {

  public String fullName() {
    return lastName == null ? firstName : (firstName + " " + lastName).strip();
  }
}
