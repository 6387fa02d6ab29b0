package bub.channel.telegram;

import java.util.concurrent.atomic.LongAdder;

/** Counters of one bridge. Safe for any thread. */
final class BridgeCounters {
  final LongAdder taken = new LongAdder();
  final LongAdder overheard = new LongAdder();
  final LongAdder commands = new LongAdder();
  final LongAdder strangers = new LongAdder();
  final LongAdder ignored = new LongAdder();
  final LongAdder broken = new LongAdder();
  final LongAdder sent = new LongAdder();
  final LongAdder undeliverable = new LongAdder();
}
