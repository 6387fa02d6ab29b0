package bub.gateway.mcpclient.transport;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Source of the {@code Authorization} header of a remote server. Safe for any thread. */
public interface HttpAuthorizer {
  HttpAuthorizer NONE =
      new HttpAuthorizer() {
        @Override
        public @Nullable String header() {
          return null;
        }

        @Override
        public boolean renew(int status, @Nullable String challenge, @Nullable String used) {
          return false;
        }
      };

  /** Null for none. */
  @Nullable String header();

  /**
   * Gets a better header after a refusal; false when there is none.
   *
   * @param challenge the server's {@code WWW-Authenticate}
   * @param used header of the refused request, which another thread may have replaced meanwhile
   * @throws IOException with a reason for people
   */
  boolean renew(int status, @Nullable String challenge, @Nullable String used)
      throws IOException, InterruptedException;
}
