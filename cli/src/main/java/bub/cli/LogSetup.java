package bub.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;

/**
 * Program messages go to standard error, from INFO on; in code because parsing XML costs start-up.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  // They tell of every start and end of theirs, which is ours to tell.
  private static final List<String> QUIET = List.of("io.netty", "io.javalin", "org.eclipse.jetty");

  // Netty warns on a machine without a network card, where a random number serves as well. Javalin
  // reports a port that is taken as an error; the console then tries another or says so itself.
  private static final List<String> SILENT =
      List.of("io.netty.util.internal.MacAddressUtil", "io.javalin.Javalin");

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n%ex{full}");
    encoder.start();
    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    var root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(console);
    QUIET.forEach(library -> context.getLogger(library).setLevel(Level.WARN));
    SILENT.forEach(part -> context.getLogger(part).setLevel(Level.OFF));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
