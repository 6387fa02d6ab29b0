package bub.channel.store;

/** What became of something that a person typed. */
public sealed interface Kept {

  /** It is on disk. */
  record Stored() implements Kept {}

  /** It was there already, by its id. */
  record Duplicate() implements Kept {}

  /** It was not taken. */
  record Full(String reason) implements Kept {}
}
