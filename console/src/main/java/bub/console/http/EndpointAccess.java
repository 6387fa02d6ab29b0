package bub.console.http;

/** Who may ask for something. */
public enum EndpointAccess {
  /** Also those who have not logged in. */
  EVERYBODY,
  VIEWERS,
  OPERATORS
}
