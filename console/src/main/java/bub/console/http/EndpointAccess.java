package bub.console.http;

/** Access level of an endpoint. */
public enum EndpointAccess {
  /** Includes clients that are not logged in. */
  EVERYBODY,
  VIEWERS,
  OPERATORS
}
