package bub.system.spawn;

/**
 * One process, and no later one that happens to get the same number.
 *
 * @param started when it began, in the kernel's own words
 */
public record ProcessMark(long pid, String started) {}
