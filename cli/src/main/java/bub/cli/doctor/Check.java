package bub.cli.doctor;

/** One check of {@code bub doctor}, which may block and changes nothing. */
interface Check {
  /** Returns one or two words, such as {@code port 7892}. */
  String name();

  Finding look() throws Exception;
}
