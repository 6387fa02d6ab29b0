package bub.console.http;

/** Who may ask for something. */
public enum Access {
  /** Also those who have not logged in. */
  EVERYBODY,
  VIEWERS,
  OPERATORS
}
