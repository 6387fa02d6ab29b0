package bub.cli.machine;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that locks a file like a bub, writes a given text, and waits to be killed. */
final class LockHolder {
  private LockHolder() {}

  public static void main(String[] args) throws Exception {
    try (FileChannel channel =
        FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      String pid = args.length > 1 ? args[1] : ProcessHandle.current().pid() + "\n";
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)));
      System.out.println("locked");
      Thread.currentThread().join();
    }
  }
}
