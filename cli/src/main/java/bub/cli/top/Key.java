package bub.cli.top;

/** A key that the user pressed. */
enum Key {
  QUIT,
  PAUSE,
  SORT,
  /** No key, or one without a meaning here. */
  NONE;

  private static final int CTRL_C = 3;
  private static final int CTRL_D = 4;

  static Key of(int character) {
    return switch (character) {
      case 'q', 'Q', CTRL_C, CTRL_D -> QUIT;
      case 'p', 'P', ' ' -> PAUSE;
      case 's', 'S' -> SORT;
      default -> NONE;
    };
  }
}
