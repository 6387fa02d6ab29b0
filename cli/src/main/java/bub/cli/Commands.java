package bub.cli;

import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes command objects, handing the screen to those that ask for one. */
final class Commands implements IFactory {
  private final Screen screen;

  Commands(Screen screen) {
    this.screen = screen;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    try {
      return type.getDeclaredConstructor(Screen.class).newInstance(screen);
    } catch (NoSuchMethodException needsNone) {
      return CommandLine.defaultFactory().create(type);
    } catch (InvocationTargetException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }
}
