package bub.checks.kit;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Many people at a bot, and the parts of bub in separate processes that can be killed. */
public final class TelegramVillage {
  private static final long FIRST = 1_000;

  private final Workshop workshop;
  private final FakeBotApi telegram;
  private final List<FakeBotApiUser> people;
  private final Parts parts;
  private ChildProcess bridge;
  private int rounds;
  private int bridgesKilled;

  public TelegramVillage(Workshop workshop, int chats) throws IOException, InterruptedException {
    this.workshop = workshop;
    this.telegram = workshop.keep(FakeBotApi.start());
    this.people =
        IntStream.range(0, chats).mapToObj(i -> FakeBotApiUser.named(FIRST + i, "P" + i)).toList();
    this.parts = Parts.start(workshop);
    this.bridge = startBridge();
  }

  private ChildProcess startBridge() throws IOException {
    String allow = people.stream().map(one -> "" + one.id()).collect(Collectors.joining(","));
    BubProgram program =
        workshop
            .program()
            .with("BUB_TELEGRAM_TOKEN", FakeBotApi.TOKEN)
            .with("BUB_TELEGRAM_API_URL", telegram.url().toString())
            .with("BUB_TELEGRAM_ALLOW", allow);
    return workshop.keep(program.start("telegram", "--run-dir", parts.runDir().toString()));
  }

  public void everybodyWrites() {
    people.forEach(one -> telegram.says(one.id(), one, text(one, rounds)));
    rounds++;
  }

  private static String text(FakeBotApiUser person, int round) {
    return person.id() + " says " + round;
  }

  public void killTheBridge() throws IOException, InterruptedException {
    bridge.kill();
    bridgesKilled++;
    bridge = startBridge();
  }

  public void killAnAgent(int chat) throws IOException, InterruptedException {
    parts.killAgentOf(String.valueOf(people.get(chat).id()));
  }

  public void killTheSystemAgent() throws IOException, InterruptedException {
    parts.killTheSystemAgent();
  }

  public void killTheBus() throws IOException, InterruptedException {
    parts.killTheBus();
  }

  /** Waits until all but the last {@code open} messages of everybody are answered. */
  public void awaitAnswers(int open) {
    Eventually.holds(
        () -> {
          for (FakeBotApiUser one : people) {
            for (int round = 0; round < rounds - open; round++) {
              assertThat(answers(one)).contains(text(one, round));
            }
          }
        });
  }

  /** In order; Telegram cannot tell a repeated message, so a killed bridge may repeat one. */
  public void checkEveryAnswer() {
    int repeated = 0;
    for (FakeBotApiUser one : people) {
      List<String> answers = answers(one);
      List<String> distinct = new ArrayList<>(answers.stream().distinct().toList());
      assertThat(distinct)
          .isEqualTo(IntStream.range(0, rounds).mapToObj(round -> text(one, round)).toList());
      repeated += answers.size() - distinct.size();
    }
    assertThat(repeated).isLessThanOrEqualTo(bridgesKilled);
  }

  /** The answers of the echo, without what it says about itself and what the bridge says. */
  private List<String> answers(FakeBotApiUser person) {
    return telegram.sent(person.id()).stream()
        .map(FakeBotApiSent::text)
        .flatMap(text -> text.lines().limit(1))
        .filter(line -> line.startsWith(person.id() + " says "))
        .toList();
  }
}
