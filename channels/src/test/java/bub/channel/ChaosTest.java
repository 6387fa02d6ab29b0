package bub.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.store.ChatLimits;
import bub.channel.store.ChatStore;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.SpawnRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents, system agent and bus die in turn while people type. */
class ChaosTest {
  private static final int CHATS = 10;
  private static final int MESSAGES = 12;
  private static final int DEATHS = 20;

  @TempDir private Path directory;
  private final Random chance = new Random(20_260_101);
  private final TestBus bus = new TestBus();
  private final RecordedEdge edge = new RecordedEdge();
  private final Map<ChatId, FakeAgent> agents = new ConcurrentHashMap<>();
  private final AtomicInteger spawned = new AtomicInteger();
  private FakeSystem system;

  @BeforeEach
  void begin() throws Exception {
    system = new FakeSystem(bus).thatSpawns(this::spawn);
  }

  @AfterEach
  void end() {
    bus.close();
  }

  private static ChatSettings hurried() {
    return new ChatSettings(
        new AgentSource.Spawned(),
        Duration.ofHours(1),
        Duration.ofHours(1),
        Duration.ofMillis(300),
        Duration.ofMillis(200),
        new Backoff(Duration.ofMillis(10), Duration.ofMillis(100)));
  }

  private @Nullable Address spawn(SpawnRequest request) {
    try {
      FakeAgent running = agents.get(request.chatId());
      if (running != null) {
        return running.name();
      }
      var agent = new FakeAgent(bus, "agent:worker-" + spawned.incrementAndGet());
      agents.put(request.chatId(), agent.thatAnswers());
      return agent.name();
    } catch (Exception busIsGone) {
      return null;
    }
  }

  private void letSomebodyDie() throws Exception {
    switch (chance.nextInt(4)) {
      case 0 -> {
        bus.die();
        bus.comeBack();
      }
      case 1 -> {
        system.close();
        system = new FakeSystem(bus).thatSpawns(this::spawn);
      }
      default -> {
        var chat = new ChatId(String.valueOf(1 + chance.nextInt(CHATS)));
        FakeAgent victim = agents.remove(chat);
        if (victim != null) {
          victim.close();
        }
      }
    }
  }

  @Test
  void everyMessageIsAnsweredExactlyOnce() throws Exception {
    try (var store =
            ChatStore.open(
                directory.resolve("chats.db"), ChatLimits.standard(), TimeSource.system());
        BusClient client = bus.client("telegram-bridge");
        var chats =
            new ChatService(
                ChannelDescription.TELEGRAM,
                hurried(),
                store,
                client,
                edge,
                ClientEnvironment.system())) {
      chats.start();
      for (int death = 0, typed = 0; death < DEATHS; death++) {
        for (int i = 0; i < CHATS * MESSAGES / DEATHS; i++, typed++) {
          type(chats, new ChatId(String.valueOf(1 + typed % CHATS)), 1 + typed / CHATS);
        }
        int enough = death * CHATS * MESSAGES / DEATHS / 2;
        await().until(() -> edge.lines().size() >= enough);
        letSomebodyDie();
      }
      await().until(() -> edge.lines().size() >= CHATS * MESSAGES);
      for (int chat = 1; chat <= CHATS; chat++) {
        assertThat(answers(new ChatId(String.valueOf(chat))))
            .containsExactlyInAnyOrderElementsOf(expected());
      }
    }
  }

  private static void type(ChatService chats, ChatId chat, int number) throws Exception {
    chats.take(
        chat, ChatMessage.of("message " + number, "7", ChannelDescription.TELEGRAM.channel()));
  }

  private List<String> answers(ChatId chat) {
    return edge.lines().stream()
        .filter(sight -> sight.chat().equals(chat))
        .map(sight -> sight.line().text())
        .toList();
  }

  private static List<String> expected() {
    return IntStream.rangeClosed(1, MESSAGES).mapToObj(n -> "re: message " + n).toList();
  }
}
