package bub.cli.doctor;

import java.nio.file.Path;

/** Checks the Java that runs this command and will run bub. */
record JavaCheck(Runtime.Version version, Path home) implements Check {
  private static final int OLDEST = 25;

  static JavaCheck ofThisProcess() {
    return new JavaCheck(Runtime.version(), Path.of(System.getProperty("java.home")));
  }

  @Override
  public String name() {
    return "java";
  }

  @Override
  public Finding look() {
    String text = version + ", " + home;
    if (version.feature() < OLDEST) {
      return Finding.broken(
          text + ": bub needs " + OLDEST + " or newer",
          "Install it:     apt-get install openjdk-25-jdk-headless",
          "Or select one:  export JAVA_HOME=DIR");
    }
    return version.pre().isPresent()
        ? Finding.caution(
            text + ": this is a pre-release", "Use a released version of Java in production")
        : Finding.fine(text);
  }
}
