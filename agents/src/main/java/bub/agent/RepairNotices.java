package bub.agent;

import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.store.StoreRepair;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the chat that a damaged file of its agent was replaced. Accepts repairs on any thread,
 * including the outbox's own; {@code deliver} sends the notices on a separate thread.
 */
final class RepairNotices implements Consumer<StoreRepair> {
  private static final Logger LOG = LoggerFactory.getLogger(RepairNotices.class);
  private static final int MAX_WAITING = 100;

  private final BlockingQueue<StoreRepair> repairs = new ArrayBlockingQueue<>(MAX_WAITING);
  private final TimeSource time;

  RepairNotices(TimeSource time) {
    this.time = time;
  }

  @Override
  public void accept(StoreRepair repair) {
    LOG.warn("{}", repair.text());
    if (!repairs.offer(repair)) {
      LOG.warn("the chat is not told of the repair of {}", repair.file());
    }
  }

  /** Sends a notice for each repair until interrupted. */
  void deliver(Address self, WorkspaceConfig config, ReplyOutbox replies) {
    try {
      while (true) {
        tell(repairs.take(), self, config, replies);
      }
    } catch (InterruptedException closing) {
      LOG.debug("nobody is told of repairs any more");
    }
  }

  private void tell(StoreRepair repair, Address self, WorkspaceConfig config, ReplyOutbox replies)
      throws InterruptedException {
    Address chat = config.talkto();
    if (chat == null) {
      return;
    }
    var id = new MessageId("repair/" + repair.setAside().getFileName());
    try {
      replies.put(TurnInput.notice(self, chat, id, words(repair), time.now()));
    } catch (IOException failed) {
      LOG.error("the chat could not be told of the repair of {}", repair.file(), failed);
    }
  }

  private static String words(StoreRepair repair) {
    return """
    My file %s was damaged. I set it aside as %s and saved %d entries from it; \
    something that you said or that I remembered may be missing.\
    """
        .formatted(
            repair.file().getFileName(), repair.setAside().getFileName(), repair.savedRows());
  }
}
