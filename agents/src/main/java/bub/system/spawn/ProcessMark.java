package bub.system.spawn;

/**
 * Identity of a process that survives the reuse of its pid.
 *
 * @param started start time in the notation of the kernel
 */
public record ProcessMark(long pid, String started) {}
