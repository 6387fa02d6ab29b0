package bub.channel.telegram.api;

/** An activity that the bot can show. */
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
