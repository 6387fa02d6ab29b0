package bub.channel.telegram.api;

/** What the bot can seem to be doing. */
public enum ChatAction {
  TYPING("typing"),
  UPLOAD_DOCUMENT("upload_document");

  private final String word;

  ChatAction(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
