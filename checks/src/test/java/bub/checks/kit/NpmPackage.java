package bub.checks.kit;

import bub.testkit.Product;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Packages from npm that tests use as foreign programs, installed once per checkout. */
public final class NpmPackage {
  private static final int INSTALL_MINUTES = 5;

  private NpmPackage() {}

  /** Returns the directory {@code node_modules} with these packages. */
  public static Path install(String name, String... packages)
      throws IOException, InterruptedException {
    Path directory = Product.root().resolve("checks/target/npm").resolve(name);
    Files.createDirectories(directory);
    Path done = directory.resolve("installed");
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      String wanted = String.join(" ", packages);
      if (!Files.exists(done) || !Files.readString(done).equals(wanted)) {
        Files.writeString(directory.resolve("package.json"), "{\"private\": true}");
        var command = new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund"));
        command.addAll(List.of(packages));
        Path log = directory.resolve("npm.log");
        Process npm =
            new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean isInstalled =
            npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES) && npm.exitValue() == 0;
        npm.destroyForcibly();
        if (!isInstalled) {
          throw new IOException("npm cannot install " + wanted + "; see " + log);
        }
        Files.writeString(done, wanted);
      }
    }
    return directory.resolve("node_modules");
  }
}
