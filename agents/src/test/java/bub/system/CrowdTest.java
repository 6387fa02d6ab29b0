package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import bub.system.session.SessionStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrowdTest {
  private static final int CHATS = 20;

  @TempDir private Path directory;

  @Test
  void twentyChatsAtOnceGetAnAgentEach() throws Exception {
    try (var stage = Stage.in(directory)) {
      stage.start();
      var agents = new ArrayList<Future<Address>>();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < CHATS; i++) {
          TestChat chat = stage.chat("c" + i);
          agents.add(threads.submit(chat::getsAnAgent));
        }
      }
      var all = new HashSet<Address>();
      for (Future<Address> agent : agents) {
        all.add(agent.get());
      }
      assertThat(all).hasSize(CHATS);
      for (int i = 0; i < CHATS; i++) {
        assertThat(stage.session("c" + i).status()).isEqualTo(SessionStatus.RUNNING);
        assertThat(stage.process("c" + i).isAlive()).isTrue();
      }
    }
  }
}
