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

/** Notices to the chat about replaced damaged files. Accepts repairs on any thread. */
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
      LOG.warn("Dropped the notice of the repair of {}: too many are waiting", repair.file());
    }
  }

  /** Runs until interrupted. */
  void deliver(Address self, WorkspaceConfig config, ReplyOutbox replies) {
    try {
      while (true) {
        tell(repairs.take(), self, config, replies);
      }
    } catch (InterruptedException closing) {
      LOG.debug("Stopped sending repair notices");
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
      LOG.error("Could not notify the chat of the repair of {}", repair.file(), failed);
    }
  }

  private static String words(StoreRepair repair) {
    return """
    My file %s was damaged. I set it aside as %s and recovered %d entries. \
    Some of your messages or my memories may be missing.\
    """
        .formatted(
            repair.file().getFileName(), repair.setAside().getFileName(), repair.savedRows());
  }
}
