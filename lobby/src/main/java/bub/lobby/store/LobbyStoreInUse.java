package bub.lobby.store;

import java.io.IOException;
import java.nio.file.Path;

/** Another lobby has this store open; each would overwrite what the other has promised. */
public final class LobbyStoreInUse extends IOException {
  private static final long serialVersionUID = 1L;

  LobbyStoreInUse(Path store) {
    super(
        """
        another process already keeps its lobby in %s
          stop the other bus, or give this one a state directory of its own\
        """
            .formatted(store));
  }
}
