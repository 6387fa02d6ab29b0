package bub.gateway.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.ChatMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Chats on a locked bus: each belongs to a principal, its user and the model. */
@Timeout(60)
class OpenAiChatsTest {
  private static final String USER = "\"user\":\"sam\",";

  @TempDir Path directory;
  @AutoClose private DoorScene scene;
  @AutoClose private final Http http = Http.plain();
  private final List<Envelope> questions = new CopyOnWriteArrayList<>();
  private Http ann;
  private Http bob;

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    ann = with(scene.token("app:ann"));
    bob = with(scene.token("app:bob"));
    String helper = scene.token("agent:helper");
    String other = scene.token("agent:other");
    scene.lock();
    scene.peer("agent:helper", helper, this::take);
    scene.peer("agent:other", other, this::take);
    await()
        .until(
            () -> {
              Http.Reply models = ann.get(scene.url("/v1/models"));
              return models.status() == 200 && models.body().contains("agent:other");
            });
  }

  private Http with(String token) {
    return http.with("Authorization", "Bearer " + token);
  }

  private Ack take(Envelope envelope) {
    if (ChatMessage.TYPE.equals(envelope.type())) {
      questions.add(envelope);
    }
    return Ack.failed("busy with a test");
  }

  /** Returns the address of the chat that the question came from. */
  private Address ask(Http caller, String model, String user) throws Exception {
    int before = questions.size();
    String body =
        "{\"model\":\"%s\",%s\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}"
            .formatted(model, user);
    Http.Reply reply = caller.post(scene.url("/v1/chat/completions"), body);
    assertThat(reply.body()).contains("busy with a test");
    assertThat(questions).hasSize(before + 1);
    return questions.getLast().from();
  }

  @Test
  void principalsWithTheSameUserHaveDifferentChats() throws Exception {
    assertThat(ask(ann, "agent:helper", USER)).isNotEqualTo(ask(bob, "agent:helper", USER));
    assertThat(ask(ann, "agent:helper", "")).isNotEqualTo(ask(bob, "agent:helper", ""));
  }

  @Test
  void aPrincipalWithTheSameUserContinuesItsChat() throws Exception {
    Address chat = ask(ann, "agent:helper", USER);
    Address _ = ask(bob, "agent:helper", USER);
    assertThat(ask(ann, "agent:helper", USER)).isEqualTo(chat);
  }

  @Test
  void usersAndModelsHaveTheirOwnChats() throws Exception {
    Address chat = ask(ann, "agent:helper", USER);
    assertThat(ask(ann, "agent:helper", "\"user\":\"pat\",")).isNotEqualTo(chat);
    assertThat(ask(ann, "agent:helper", "")).isNotEqualTo(chat);
    assertThat(ask(ann, "agent:other", USER)).isNotEqualTo(chat);
  }

  @Test
  void noUserImitatesAnotherPrincipal() throws Exception {
    String forged = "\"user\":\"sam\\u0000agent:helper\",";
    assertThat(ask(ann, "agent:helper", USER)).isNotEqualTo(ask(bob, "agent:helper", forged));
    assertThat(questions.getLast().payload().toString()).contains("\"senderId\":\"app:bob\"");
  }
}
