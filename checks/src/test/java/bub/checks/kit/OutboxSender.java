package bub.checks.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.store.Outbox;
import bub.client.store.PutResult;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Path;

/**
 * A program, made to be killed, that puts a given number of messages into an outbox and prints
 * those that the outbox has accepted.
 */
final class OutboxSender {
  static final Address NAME = new Address("tg:durable");

  private OutboxSender() {}

  /** Takes the url of the bus, the file of the outbox, and the number of the first message. */
  public static void main(String[] arguments) throws Exception {
    var client = BusClient.of(ClientSettings.of(URI.create(arguments[0]), NAME)).start();
    var outbox = Outbox.open(Path.of(arguments[1])).deliverThrough(client);
    int next = Integer.parseInt(arguments[2]);
    System.out.println("ready");
    var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      int end = next + Integer.parseInt(order);
      for (; next < end; next++) {
        PutResult result = outbox.put(message(next));
        if (result instanceof PutResult.Refused) {
          throw new IllegalStateException(result.toString());
        }
        System.out.println("accepted " + next);
      }
    }
  }

  private static Envelope message(int number) {
    return new Envelope(
        NAME, InboxReceiver.NAME, new MessageId("m-" + number), RawJson.EMPTY_OBJECT);
  }
}
