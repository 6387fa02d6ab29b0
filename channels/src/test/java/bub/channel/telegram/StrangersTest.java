package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static bub.channel.telegram.TelegramScene.BOT;
import static bub.channel.telegram.TelegramScene.EVE;
import static bub.channel.telegram.TelegramScene.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.telegram.store.Pairing;
import bub.channel.telegram.store.Pairings;
import bub.testkit.FakeBotApiUser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrangersTest {
  private static final Pattern CODE = Pattern.compile("(?m)^([A-Z2-9]{8})$");

  @TempDir private Path directory;
  private TelegramScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    scene.start();
    scene.agent.thatAnswers();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static String codeIn(String text) {
    Matcher code = CODE.matcher(text);
    assertThat(code.find()).as(text).isTrue();
    return code.group(1);
  }

  /** As the operator's command does, in another process. */
  private Pairings operator() throws Exception {
    return Pairings.open(scene.settings.stateDir(), scene.time, _ -> 0);
  }

  private void awaitStrangers(int count) {
    await().until(() -> scene.bridge().status().strangers() == count);
  }

  @Test
  void getACodeAndComeInWhenTheOperatorApprovesIt() throws Exception {
    scene.telegram.says(66, EVE, "let me in");
    String code = codeIn(scene.awaitTexts(66, 1).getFirst());
    try (Pairings operator = operator()) {
      assertThat(operator.list()).extracting(Pairing::code).containsExactly(code);
      assertThat(operator.approve(code)).get().extracting(Pairing::userId).isEqualTo(66L);
    }
    scene.telegram.says(66, EVE, "thank you");
    assertThat(scene.awaitTexts(66, 2).getLast()).isEqualTo("re: thank you");
    assertThat(scene.heard()).containsExactly("thank you");
  }

  @Test
  void areToldOnceThatTheyWereLetIn() throws Exception {
    scene.telegram.says(66, EVE, "let me in");
    String code = codeIn(scene.awaitTexts(66, 1).getFirst());
    scene.time.advance(Duration.ofMinutes(1));
    assertThat(scene.texts(66)).hasSize(1);
    try (Pairings operator = operator()) {
      operator.approve(code);
      await()
          .until(
              () -> {
                scene.time.advance(Duration.ofSeconds(2));
                return operator.ungreeted().isEmpty();
              });
    }
    assertThat(scene.awaitTexts(66, 2).getLast()).startsWith("You have access now");
    scene.telegram.says(66, EVE, "thank you");
    assertThat(scene.awaitTexts(66, 3).getLast()).isEqualTo("re: thank you");
  }

  @Test
  void whoWriteOnAreIgnoredAndCounted() throws Exception {
    for (int i = 0; i < 5; i++) {
      scene.telegram.says(66, EVE, "let me in");
    }
    awaitStrangers(5);
    assertThat(scene.awaitTexts(66, 1)).hasSize(1);
    assertThat(scene.heard()).isEmpty();
  }

  @Test
  void getACodeOnlyWhileFewOthersHaveOne() throws Exception {
    for (long person = 100; person < 105; person++) {
      scene.telegram.says(person, FakeBotApiUser.named(person, "P"), "hi");
      awaitStrangers((int) (person - 99));
    }
    for (long person = 100; person < 103; person++) {
      scene.awaitTexts(person, 1);
    }
    assertThat(scene.texts(103)).isEmpty();
    assertThat(scene.texts(104)).isEmpty();
  }

  @Test
  void getAnotherCodeWhenTheFirstHasExpired() throws Exception {
    scene.telegram.says(66, EVE, "hi");
    String first = codeIn(scene.awaitTexts(66, 1).getFirst());
    scene.time.advance(Duration.ofHours(1));
    try (Pairings operator = operator()) {
      assertThat(operator.approve(first)).isEmpty();
    }
    scene.telegram.says(66, EVE, "hi again");
    assertThat(codeIn(scene.awaitTexts(66, 2).getLast())).isNotEqualTo(first);
  }

  @Test
  void getNothingInAGroupWhereEverybodyWouldSeeIt() throws Exception {
    scene.telegram.says(GROUP, EVE, BOT + " let me in");
    awaitStrangers(1);
    scene.telegram.says(GROUP, ADA, BOT + " hello");
    assertThat(scene.awaitTexts(GROUP, 1)).containsExactly("re: Ada Lovelace: " + BOT + " hello");
  }

  @Test
  void areWhoeverTheOperatorThrowsOut() throws Exception {
    scene.telegram.says(66, EVE, "hi");
    String code = codeIn(scene.awaitTexts(66, 1).getFirst());
    try (Pairings operator = operator()) {
      operator.approve(code);
      assertThat(operator.revoke(66)).isTrue();
      assertThat(operator.list()).isEmpty();
    }
    scene.telegram.says(66, EVE, "still here");
    codeIn(scene.awaitTexts(66, 2).getLast());
    assertThat(scene.heard()).isEmpty();
  }

  @Test
  void areNotThoseInAGroupThatIsAllowed() throws Exception {
    scene.close();
    scene = new TelegramScene(directory.resolve("next"));
    scene.with(it -> it.withAllow(Set.of(GROUP))).start();
    scene.agent.thatAnswers();
    scene.telegram.says(GROUP, EVE, BOT + " hello");
    assertThat(scene.awaitTexts(GROUP, 1)).containsExactly("re: Eve: " + BOT + " hello");
    scene.telegram.says(7, ADA, "hello");
    codeIn(scene.awaitTexts(7, 1).getFirst());
  }

  @Test
  void whoAreBotsGetNothing() throws Exception {
    scene.telegram.happens(
        "message",
        """
        {"message_id":1,"date":1,"chat":{"id":55,"type":"private"},"text":"hi",
         "from":{"id":55,"is_bot":true,"first_name":"R2"}}\
        """);
    await().until(() -> scene.bridge().status().ignored() == 1);
    assertThat(scene.texts(55)).isEqualTo(List.of());
  }
}
