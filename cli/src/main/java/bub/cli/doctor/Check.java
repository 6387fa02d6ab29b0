package bub.cli.doctor;

/** One thing that can be wrong. Looking may block, and changes nothing. */
interface Check {
  /** One or two words, such as {@code port 7892}. */
  String name();

  Finding look() throws Exception;
}
