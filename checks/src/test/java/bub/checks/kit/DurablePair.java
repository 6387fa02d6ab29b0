package bub.checks.kit;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A sender with an outbox, a receiver with an inbox and a bus between them, each in a process that
 * is killed during its work and restarted.
 */
public final class DurablePair {
  private static final int BURST = 40;

  private final Workshop workshop;
  private final Random chance;
  private final Path effects;
  private ServedBus bus;
  private ChildProcess sender;
  private ChildProcess receiver;
  private int accepted;

  public DurablePair(Workshop workshop, long seed) throws IOException, InterruptedException {
    System.out.println("seed " + seed);
    this.workshop = workshop;
    this.chance = new Random(seed);
    this.effects = Files.createFile(workshop.directory().resolve("effects"));
    this.bus = workshop.bus();
    this.receiver = startReceiver();
    this.sender = startSender();
  }

  private ChildProcess startSender() throws IOException, InterruptedException {
    String file = workshop.directory().resolve("outbox.db").toString();
    return start(OutboxSender.class, file, String.valueOf(accepted + 1));
  }

  private ChildProcess startReceiver() throws IOException, InterruptedException {
    return start(
        InboxReceiver.class,
        workshop.directory().resolve("inbox.db").toString(),
        effects.toString());
  }

  private ChildProcess start(Class<?> program, String file, String argument)
      throws IOException, InterruptedException {
    ChildProcess child =
        workshop.keep(ChildProcess.ofMain(program, bus.url().toString(), file, argument));
    child.awaitLine("ready");
    return child;
  }

  public void killTheSender() throws IOException, InterruptedException {
    sender.type(String.valueOf(BURST));
    sender.awaitLine("accepted " + (accepted + 1 + chance.nextInt(BURST)));
    sender.kill();
    accepted = lastAccepted();
    sender = startSender();
  }

  public void killTheReceiver() throws IOException, InterruptedException {
    int middle = burst();
    Eventually.holds(() -> assertThat(effects()).hasSizeGreaterThan(middle));
    receiver.kill();
    receiver = startReceiver();
  }

  public void killTheBus() throws IOException, InterruptedException {
    int middle = burst();
    Eventually.holds(() -> assertThat(effects()).hasSizeGreaterThan(middle));
    bus.process().kill();
    bus = workshop.busOn(bus.port());
  }

  /** Has more sent, and says how many effects there are when some of it has arrived. */
  private int burst() throws IOException, InterruptedException {
    int before = accepted;
    sender.type(String.valueOf(BURST));
    sender.awaitLine("accepted " + (before + BURST));
    accepted = before + BURST;
    return before + chance.nextInt(BURST);
  }

  private int lastAccepted() {
    List<String> lines = sender.out().lines();
    return Integer.parseInt(lines.getLast().replaceAll("\\D", ""));
  }

  /** Everything that the outbox ever took has had its effect: in order, and once. */
  public void everythingHasArrivedOnce() throws IOException, InterruptedException {
    burst();
    List<String> expected = IntStream.rangeClosed(1, accepted).mapToObj(n -> "m-" + n).toList();
    Eventually.holds(() -> assertThat(effects()).hasSizeGreaterThanOrEqualTo(accepted));
    assertThat(effects()).isEqualTo(expected);
  }

  private List<String> effects() throws IOException {
    return Files.readAllLines(effects).stream()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .toList();
  }
}
