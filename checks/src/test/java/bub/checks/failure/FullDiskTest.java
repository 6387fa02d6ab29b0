package bub.checks.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.ChildProcess;
import bub.testkit.SmallDisk;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A full disk stops the log, with an error, but never the messages. */
class FullDiskTest {
  /** More than the log's queue of 64 MiB holds. */
  private static final int MESSAGES = 90;

  private static final RawJson LARGE =
      RawJson.trusted(("{\"x\":\"" + "x".repeat(900 * 1024) + "\"}").getBytes(UTF_8));

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void messagesGoOnAndTheLogTellsOfItsGap() throws Exception {
    Path disk = mountSmallDisk();
    ServedBus bus = workshop.bus("--activity-log", disk.resolve("activity.db").toString());
    bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
    BusClient sender = bus.client("tg:1").connect();
    send(sender, RawJson.EMPTY_OBJECT);
    Path filler = fill(disk);

    for (int i = 0; i < MESSAGES; i++) {
      send(sender, LARGE);
    }
    bus.process().awaitErrorLine("Cannot write the activity log");
    Eventually.holds(
        () -> assertThat(sender.metrics().values().get("activity_events_lost_total")).isPositive());
    send(sender, RawJson.EMPTY_OBJECT);

    Files.delete(filler);
    bus.process().awaitErrorLine("The activity log is writable again");
    assertThat(bus.bub("bus", "log", "--event", "log_gap").out())
        .contains("lost ", " events of ", " messages between ");
    send(sender, RawJson.EMPTY_OBJECT);
    assertThat(bus.bub("bus", "log", "--events", "--limit", "1").out())
        .contains("send_finish", "ok");
  }

  @Test
  void aRestartOnAFullDiskWithSmallBlocksServesAndLogsOnceThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(workshop.directory(), 64)) {
      String state = disk.path().toString();
      ServedBus first = workshop.bus("--state-dir", state);
      first.client("tg:1").connect().send(new Address("agent:1"), RawJson.EMPTY_OBJECT);
      first.process().kill();
      disk.fill();

      ServedBus bus = workshop.bus("--state-dir", state);
      bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
      BusClient sender = bus.client("tg:1").connect();
      for (int i = 0; i < 20; i++) {
        send(sender, LARGE);
      }
      bus.process().awaitErrorLine("Cannot write the activity log");
      send(sender, RawJson.EMPTY_OBJECT);

      disk.makeRoom();
      bus.process().awaitErrorLine("The activity log is writable again");
      send(sender, RawJson.EMPTY_OBJECT);
    }
  }

  @Test
  void aRestartServesWhenTheRunDirectoryIsOnTheFullDiskToo() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(workshop.directory(), 64)) {
      Path run = disk.path().resolve("run");
      ServedBus first = ServedBus.start(workshop, run, 0);
      first.process().terminate();
      first.process().awaitExit();
      disk.fill();

      ServedBus bus = ServedBus.start(workshop, run, 0);
      bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
      send(bus.client("tg:1").connect(), RawJson.EMPTY_OBJECT);
      assertThat(bus.process().err().text()).doesNotContain("Exception");
    }
  }

  @Test
  void aRestartOnAReadOnlyDiskServesWithoutItsLog() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(workshop.directory(), 64)) {
      String state = disk.path().toString();
      ServedBus first = workshop.bus("--state-dir", state);
      first.process().kill();
      disk.remount("ro");

      ServedBus bus = workshop.bus("--state-dir", state);
      bus.process().awaitErrorLine("Cannot write the activity log");
      bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
      BusClient sender = bus.client("tg:1").connect();
      send(sender, RawJson.EMPTY_OBJECT);
      assertThat(sender.metrics().values()).containsEntry("activity_failing", 1L);
      assertThat(bus.process().err().text()).doesNotContain("Exception");
    }
  }

  @Test
  void allOfBubStartsOnAFullDiskWithoutItsChatStore() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(workshop.directory(), 64)) {
      String state = disk.path().resolve("state").toString();
      LiveBub first = LiveBub.start(workshop, "--console-port", "0", "--state-dir", state);
      first.process().kill();
      Path store = disk.path().resolve("state/chats/web.db");
      Files.delete(store);
      disk.fill();

      LiveBub bub = LiveBub.start(workshop, "--console-port", "0", "--state-dir", state);
      bub.process().awaitErrorLine("Cannot open " + store);
      assertThat(chats(bub)).isEqualTo(503);
      assertThat(bub.bub("bus", "status").out()).contains("agent:console", "agent:system");
      assertThat(bub.process().err().text()).doesNotContain("Exception");

      disk.makeRoom();
      Eventually.holds(() -> assertThat(chats(bub)).isEqualTo(200));
      assertThat(store).exists();
    }
  }

  @Test
  void allOfBubStartsWithAChatStoreThatCannotBeOpened() throws Exception {
    // A directory in its place cannot be opened as a file, not even by root.
    Path store = workshop.directory().resolve("run/state/chats/web.db");
    Files.createDirectories(store);

    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    bub.process().awaitErrorLine("Cannot open " + store);
    assertThat(chats(bub)).isEqualTo(503);

    Files.delete(store);
    Eventually.holds(() -> assertThat(chats(bub)).isEqualTo(200));
  }

  @Test
  void aLobbyThatStartedOnAFullDiskRegistersOnceThereIsRoom() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(workshop.directory(), 64)) {
      disk.fill();
      Path state = Files.createDirectories(disk.path());
      ServedBus bus = workshop.bus("--state-dir", state.toString());
      bus.process().awaitErrorLine("Cannot write the lobby's store");
      BusClient agent = bus.client("agent:1").connect();
      assertThat(register(agent).success()).isFalse();

      disk.makeRoom();
      Eventually.holds(() -> assertThat(register(agent).success()).isTrue());
      bus.process().awaitErrorLine("The lobby can write");
    }
  }

  private static Ack register(BusClient agent) throws Exception {
    RawJson payload =
        RawJson.parse(
            "{\"type\":\"lobby_register\",\"content\":{\"capabilities\":[{\"name\":\"x\","
                + "\"description\":\"x\",\"input_schema\":{},\"output_schema\":{}}]}}");
    return agent.send(new Address("system:lobby"), payload).acks().getFirst();
  }

  private static int chats(LiveBub bub) throws Exception {
    bub.process().awaitLine("http://");
    String page = bub.process().out().text();
    Matcher url = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/").matcher(page);
    assertThat(url.find()).as(page).isTrue();
    HttpRequest request = HttpRequest.newBuilder(URI.create(url.group() + "api/chats")).build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    }
  }

  private static void send(BusClient sender, RawJson payload) throws Exception {
    assertThat(sender.send(new Address("agent:1"), payload).acks()).containsExactly(Ack.ok("here"));
  }

  /** A file system of its own, where this test may have one. */
  private Path mountSmallDisk() throws IOException, InterruptedException {
    Path disk = Files.createDirectory(workshop.directory().resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=200m", "bub-checks", disk.toString()) == 0,
        "a small file system can only be mounted by root, where mounting is allowed");
    workshop.keep(() -> run("umount", "--lazy", disk.toString()));
    return disk;
  }

  private static int run(String... command) throws IOException, InterruptedException {
    try (ChildProcess child = ChildProcess.start(new ProcessBuilder(command))) {
      return child.awaitExit();
    }
  }

  private static Path fill(Path disk) throws IOException {
    Path filler = disk.resolve("filler");
    byte[] chunk = new byte[64 * 1024];
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(chunk);
      }
    } catch (IOException full) {
      return filler;
    }
  }
}
