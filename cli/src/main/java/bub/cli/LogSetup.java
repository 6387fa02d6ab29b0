package bub.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;

/** Log setup in code, because parsing an XML configuration slows down the start. */
public final class LogSetup extends ContextAwareBase implements Configurator {
  // bub itself reports the starts and stops of its servers.
  private static final List<String> QUIET = List.of("io.netty");

  // Netty warns without a network card.
  private static final List<String> SILENT = List.of("io.netty.util.internal.MacAddressUtil");

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
