package bub.checks.kit;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.store.AcceptedMessage;
import bub.client.store.Inbox;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * A program, made to be killed, that receives messages through an inbox and writes a line per
 * message to a file. That line is the effect of the message.
 */
final class InboxReceiver {
  static final Address NAME = new Address("agent:durable");

  private InboxReceiver() {}

  /** Takes the url of the bus, the file of the inbox, and the file of the effects. */
  public static void main(String[] arguments) throws Exception {
    Path effects = Path.of(arguments[2]);
    Set<String> done = new HashSet<>(Files.readAllLines(effects));
    try (var inbox = Inbox.open(Path.of(arguments[1]));
        var client = BusClient.of(ClientSettings.of(URI.create(arguments[0]), NAME))) {
      client.serveEvery(inbox).start();
      System.out.println("ready");
      while (true) {
        AcceptedMessage message = inbox.take();
        // A kill between effect and completion brings a message again, under the same number.
        String effect = message.number() + " " + message.envelope().messageId();
        if (done.add(effect)) {
          Files.writeString(effects, effect + "\n", StandardOpenOption.APPEND);
          System.out.println(effect);
        }
        inbox.complete(message, Ack.ok("done"));
      }
    }
  }
}
