package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.Sqlite;
import bub.checks.kit.Workshop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub bus where} also shows the last step of a message: the delivery to a person. */
class WhereTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void showsThatAReplyReachedThePerson() throws Exception {
    LiveBub bub = LiveBub.start(workshop);
    bub.chatter("1").says("hello").awaitAnswers(0);

    Eventually.holds(
        () -> {
          String reply =
              Sqlite.ask(
                      bub.runDir().resolve("state").resolve("activity.db"),
                      "select message_id from activity_log where event = 'send_start'"
                          + " and payload_json like '%\"tg_reply\"%'")
                  .getFirst();
          assertThat(bub.bub("bus", "where", reply).out()).contains("term:1 reports: delivered");
        });
  }
}
