package bub.gateway.a2a.remote;

import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.client.lobby.CallRefused;
import bub.gateway.a2a.net.OutgoingAddresses;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Regular look at the card of a remote agent, which may change its skills. One thread. */
final class CardWatch {
  private static final Logger LOG = LoggerFactory.getLogger(CardWatch.class);
  private static final Duration EVERY = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofMinutes(8);

  /** User of a card that has changed. */
  interface Listener {
    /** A failure means that the same card comes again later. */
    void changed(RemoteCard card) throws CallRefused, NoAnswer, InterruptedException;
  }

  private final RemoteAgentEntry entry;
  private final RemoteToken token;
  private final OutgoingAddresses addresses;
  private final TimeSource time;
  private RemoteCard card;
  private @Nullable String etag;

  /** Takes the card that the agent has now. */
  CardWatch(
      RemoteAgentEntry entry,
      RemoteToken token,
      OutgoingAddresses addresses,
      TimeSource time,
      RemoteCard.Fetched first) {
    this.entry = entry;
    this.token = token;
    this.addresses = addresses;
    this.time = time;
    this.card = first.card();
    this.etag = first.etag();
  }

  /** Looks until it is interrupted, more rarely while it fails. */
  void follow(Listener listener) throws InterruptedException {
    Duration pause = EVERY;
    while (true) {
      time.sleep(pause);
      try {
        look(listener);
        pause = EVERY;
      } catch (RemoteFailure | IOException | CallRefused | NoAnswer failed) {
        if (pause.equals(EVERY)) {
          LOG.warn("The card of {} cannot be used: {}", entry.address(), failed.getMessage());
        }
        pause = longer(pause);
      }
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
  }

  private void look(Listener listener)
      throws RemoteFailure, IOException, CallRefused, NoAnswer, InterruptedException {
    RemoteCard.Fetched next = RemoteCard.fetch(entry.url(), token, addresses, etag);
    if (next == null) {
      return;
    }
    if (!next.card().equals(card)) {
      listener.changed(next.card());
      LOG.info("{} has {} skills now", entry.address(), next.card().skills().size());
    }
    card = next.card();
    etag = next.etag();
  }
}
