package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Provider of the capability {@code slow}, which reports progress and never ends by itself. */
final class SlowProvider implements AutoCloseable {
  private static final Address LOBBY = new Address("system:lobby");
  private static final String OFFER =
      "{\"type\":\"lobby_register\",\"content\":{\"capabilities\":[{\"name\":\"slow\","
          + "\"description\":\"x\",\"input_schema\":{},\"output_schema\":{}}]}}";

  private final List<Envelope> heard = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicReference<BusClient> peer = new AtomicReference<>();

  static SlowProvider in(DoorScene scene, String name, @Nullable String token) throws Exception {
    var provider = new SlowProvider();
    provider.peer.set(scene.peer(name, token, provider::handle));
    assertThat(provider.peer.get().send(LOBBY, RawJson.parse(OFFER)).acks()).allMatch(Ack::success);
    return provider;
  }

  private Ack handle(Envelope envelope) throws Exception {
    heard.add(envelope);
    if ("lobby_request".equals(envelope.type())) {
      String progress =
          """
          {"type":"lobby_progress","content":{"request_id":"%s",
           "response":{"status":"in_progress","message":"half"}}}
          """
              .formatted(envelope.messageId());
      peer.get().send(LOBBY, RawJson.parse(progress));
      release.await();
    }
    return Ack.ok("done");
  }

  void awaitStop() {
    await().until(() -> heard.stream().anyMatch(one -> "trace_stopped".equals(one.type())));
  }

  @Override
  public void close() {
    release.countDown();
  }
}
