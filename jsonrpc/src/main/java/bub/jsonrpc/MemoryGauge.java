package bub.jsonrpc;

import org.jspecify.annotations.Nullable;

/** Limit on the memory that a peer holds for the other side. */
public interface MemoryGauge {
  MemoryGauge UNLIMITED =
      new MemoryGauge() {
        @Override
        public @Nullable RpcError reserveAnswer(long bytes, long heldByBatch) {
          return null;
        }

        @Override
        public void releaseAnswer(long bytes) {}

        @Override
        public void hold(long bytes) {}
      };

  /** Returns null, or the error to send instead when the limit is reached. */
  @Nullable RpcError reserveAnswer(long bytes, long heldByBatch);

  void releaseAnswer(long bytes);

  /** Counts bytes of calls that wait until the other side reads; negative when they continue. */
  void hold(long bytes);
}
