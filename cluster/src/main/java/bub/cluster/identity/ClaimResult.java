package bub.cluster.identity;

/** Outcome of a claim of a clientId. */
public sealed interface ClaimResult {
  /** The connection owns the clientId. A later owner has a greater revision. */
  record Claimed(long revision) implements ClaimResult {}

  /** The cluster could not decide. The connection does not own the clientId. */
  record Unavailable(String reason) implements ClaimResult {}

  /** A newer connection took the clientId meanwhile, or this one released it. */
  record Overtaken() implements ClaimResult {}
}
