package bub.checks.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiMessage;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * People write to a bot and their agents answer, with a real bridge, bus, system agent and agents.
 */
class TelegramTest {
  private static final FakeBotApiUser ANN = FakeBotApiUser.named(101, "Ann");
  private static final FakeBotApiUser BEN = FakeBotApiUser.named(102, "Ben");
  private static final long GROUP = -1_001_234_567_890L;
  private static final Pattern CODE = Pattern.compile("\\b([A-Z0-9]{8})\\b");

  @RegisterExtension final Workshop workshop = new Workshop();
  private FakeBotApi telegram;

  @BeforeEach
  void begin() throws Exception {
    telegram = workshop.keep(FakeBotApi.start());
  }

  private LiveBub start(String allow, String... options) throws Exception {
    BubProgram program =
        workshop
            .program()
            .with("BUB_TELEGRAM_TOKEN", FakeBotApi.TOKEN)
            .with("BUB_TELEGRAM_API_URL", telegram.url().toString())
            .with("BUB_TELEGRAM_ALLOW", allow);
    return LiveBub.start(workshop, program, options);
  }

  @Test
  void aPersonAndAGroupHaveAgentsOfTheirOwn() throws Exception {
    LiveBub bub = start(ANN.id() + "," + GROUP);
    bub.process().awaitLine("telegram");

    telegram.says(ANN.id(), ANN, "good morning");
    assertThat(texts(ANN.id(), 1).getFirst()).startsWith("good morning");

    telegram.says(GROUP, ANN, "this is between us");
    telegram.says(GROUP, ANN, "@" + FakeBotApi.BOT_NAME + " and this is for you");
    List<String> group = texts(GROUP, 1);
    assertThat(group.getFirst()).contains("and this is for you");

    telegram.sendsFile(ANN.id(), ANN, "../../etc/passwd", "some text".getBytes(UTF_8));
    texts(ANN.id(), 2);
    Path inbox = bub.runDir().resolve("workspaces/telegram:" + ANN.id() + "/data/inbox");
    try (var files = Files.list(inbox)) {
      assertThat(files.toList())
          .singleElement()
          .satisfies(file -> assertThat(file).hasContent("some text"));
    }
    assertThat(bub.sessions().propertyNames()).hasSize(2);
    assertThat(bub.process().err().text()).doesNotContain("fake-token");
  }

  @Test
  void aTopicOfAGroupHasAnAgentOfItsOwn() throws Exception {
    LiveBub bub = start(String.valueOf(GROUP));
    String words = "@" + FakeBotApi.BOT_NAME + " hello from the topic";

    telegram.posts(FakeBotApiMessage.in(GROUP, ANN).text(words).inTopic(45));

    FakeBotApiSent answer = telegram.awaitSent(GROUP, 1).getFirst();
    assertThat(answer.text()).contains("hello from the topic");
    assertThat(answer.thread()).isEqualTo(45);
    assertThat(bub.session().path("talkto").asString()).isEqualTo("tg:topic45." + GROUP);
  }

  @Test
  void aStrangerGetsInWithACodeThatTheOperatorApproves() throws Exception {
    LiveBub bub = start(String.valueOf(ANN.id()));

    telegram.says(BEN.id(), BEN, "hello?");
    Matcher code = CODE.matcher(texts(BEN.id(), 1).getFirst());
    assertThat(code.find()).isTrue();
    assertThat(bub.bub("telegram", "list").out()).contains("Ben", code.group(1));
    assertThat(Files.exists(bub.runDir().resolve("workspaces/telegram:102"))).isFalse();
    assertThat(bub.bub("telegram", "approve", "WRONGONE").exitCode()).isEqualTo(1);

    Finished approved = bub.bub("telegram", "approve", code.group(1));
    assertThat(approved.exitCode()).as(approved.err()).isZero();
    telegram.says(BEN.id(), BEN, "may I now?");
    Eventually.holds(
        () -> assertThat(now(BEN.id())).anyMatch(text -> text.startsWith("may I now?")));

    assertThat(bub.bub("telegram", "revoke", String.valueOf(BEN.id())).exitCode()).isZero();
    assertThat(bub.bub("telegram", "list").out()).doesNotContain("Ben");
  }

  @Test
  void telegramMayBringUpdatesInsteadOfBeingAsked() throws Exception {
    Path secret = Files.writeString(workshop.directory().resolve("secret"), "only_telegram_knows");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    String door = "127.0.0.1:" + freePort();
    start(
        String.valueOf(ANN.id()),
        "--webhook-url",
        "http://" + door + "/hook",
        "--webhook-listen",
        door,
        "--webhook-secret-file",
        secret.toString());
    Eventually.holds(() -> assertThat(telegram.webhookUrl()).isNotNull());

    telegram.says(ANN.id(), ANN, "good morning");

    assertThat(texts(ANN.id(), 1).getFirst()).startsWith("good morning");
    assertThat(telegram.script().calls("getUpdates")).isEmpty();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void onALockedBusTheBridgeHasATokenOfItsOwn() throws Exception {
    Path runDir = workshop.directory().resolve("run");
    workshop.program().run("token", "create", "--client-id", "me", "--run-dir", runDir.toString());
    LiveBub bub = start(String.valueOf(ANN.id()));

    telegram.says(ANN.id(), ANN, "good morning");

    assertThat(texts(ANN.id(), 1).getFirst()).startsWith("good morning");
    assertThat(bub.bub("token", "list").out()).contains("telegram-bridge", "tg:*");
  }

  @Test
  void withoutATokenItSaysWhereToGetOne() throws Exception {
    Finished telegram = workshop.program().run("telegram");

    assertThat(telegram.exitCode()).isEqualTo(78);
    assertThat(telegram.err()).contains("@BotFather", "BUB_TELEGRAM_TOKEN");
    Path readable = Files.writeString(workshop.directory().resolve("token"), FakeBotApi.TOKEN);
    Finished careless =
        workshop.program().run("telegram", "--telegram-token-file", readable.toString());
    assertThat(careless.exitCode()).isEqualTo(78);
    assertThat(careless.err()).contains("chmod 600");
  }

  private List<String> texts(long chat, int count) throws InterruptedException {
    telegram.awaitSent(chat, count);
    return now(chat);
  }

  private List<String> now(long chat) {
    return telegram.sent(chat).stream().map(FakeBotApiSent::text).toList();
  }
}
