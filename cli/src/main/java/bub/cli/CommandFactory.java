package bub.cli;

import bub.cli.screen.Screen;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Factory of command objects, which passes the screen; commands need no public constructors. */
final class CommandFactory implements IFactory {
  private final Screen screen;

  CommandFactory(Screen screen) {
    this.screen = screen;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    try {
      Constructor<K> constructor = type.getDeclaredConstructor(Screen.class);
      constructor.setAccessible(true);
      return constructor.newInstance(screen);
    } catch (NoSuchMethodException needsNone) {
      return CommandLine.defaultFactory().create(type);
    } catch (InvocationTargetException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }
}
