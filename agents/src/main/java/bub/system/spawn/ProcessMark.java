package bub.system.spawn;

/** Identity of a process that survives the reuse of its pid. */
public record ProcessMark(long pid, String started) {}
