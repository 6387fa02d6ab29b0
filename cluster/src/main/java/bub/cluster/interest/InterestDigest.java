package bub.cluster.interest;

/**
 * Summary of the interest of one node. Two replicas with equal digests hold equal entries.
 *
 * @param sequence last applied delta, negative while the table is known to be wrong
 */
public record InterestDigest(long sequence, long entries, long digest) {}
