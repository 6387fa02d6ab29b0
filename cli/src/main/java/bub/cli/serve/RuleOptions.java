package bub.cli.serve;

import bub.bus.BusRules;
import bub.bus.deliver.InterceptorChain;
import bub.bus.policy.PolicyFile;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import bub.bus.trace.GuardSettings;
import bub.cli.option.InSection;
import bub.cli.option.InputFile;
import bub.cli.option.Section;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the message policy. */
@InSection(Section.SECURITY)
public final class RuleOptions {
  @Option(
      names = "--strict-types",
      description = "Refuse message types that are not listed for the sender's role.")
  boolean strictTypes;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      converter = InputFile.class,
      description =
          "Read roles, their message types and limits of the loop guard from this JSON file.")
  @Nullable Path policy;

  @Option(
      names = "--interceptor-failure",
      defaultValue = "open",
      paramLabel = "open|closed",
      description =
          "Pass a message on (open) or halt it (closed) when an interceptor does not answer"
              + " (default: ${DEFAULT-VALUE}).")
  InterceptorChain.OnFailure interceptorFailure = InterceptorChain.OnFailure.OPEN;

  @InSection(Section.LIMITS)
  @Option(
      names = "--max-message-rate",
      defaultValue = "0",
      paramLabel = "N",
      converter = Rate.class,
      description =
          "Maximum number of messages per second and peer; 0 means no limit (default:"
              + " ${DEFAULT-VALUE}).")
  double maxMessageRate;

  @InSection(Section.LIMITS)
  @Option(
      names = "--max-connection-rate",
      defaultValue = "0",
      paramLabel = "N",
      converter = Rate.class,
      description =
          "Maximum number of new connections per second and address; 0 means no limit (default:"
              + " ${DEFAULT-VALUE}).")
  double maxConnectionRate;

  @InSection(Section.LIMITS)
  @Option(
      names = "--max-failed-logins",
      defaultValue = "30",
      paramLabel = "N",
      converter = Rate.class,
      description =
          "Maximum number of wrong tokens per minute and address (default: ${DEFAULT-VALUE}).")
  double maxFailedLogins;

  // Not an option of a standalone bus, because --max-spawn-requests belongs to the system agent.
  private double maxSpawnRequests = 30;
  private final List<Pattern> reserved = new ArrayList<>();

  public void limitSpawnRequests(double perMinute) {
    maxSpawnRequests = perMinute;
  }

  /** Nobody without a token sends from these addresses, even before their bridge connects. */
  public void reserve(List<Pattern> addresses) {
    reserved.addAll(addresses);
  }

  BusRules rules(GuardSettings guard) throws CommandFailure {
    return new BusRules(
        typeRules(),
        interceptorFailure,
        new RateLimits(maxMessageRate, maxConnectionRate, maxFailedLogins, maxSpawnRequests),
        guard(guard),
        reserved);
  }

  private GuardSettings guard(GuardSettings options) throws CommandFailure {
    if (policy == null) {
      return options;
    }
    try {
      return options.with(PolicyFile.open(policy).guard(options.limits()));
    } catch (IOException wrong) {
      throw wrongFile(wrong);
    }
  }

  public TypeRules typeRules() throws CommandFailure {
    if (policy == null) {
      return TypeRules.builtIn(strictTypes);
    }
    try {
      return PolicyFile.read(policy, strictTypes);
    } catch (IOException wrong) {
      throw wrongFile(wrong);
    }
  }

  private static CommandFailure wrongFile(IOException wrong) {
    return new CommandFailure(
        ExitCodes.CONFIG,
        String.valueOf(wrong.getMessage()),
        "Expected format: "
            + " {\"roles\":[{\"name\":\"billing\",\"addresses\":[\"agent:billing-*\"],\"types\":[\"invoice\"]}],"
            + "\"guard\":{\"exempt\":[\"agent:ticker\"],\"limits\":{\"agent:research-*\":{\"messages\":500}}}}");
  }

  /** Accepts a number of events per unit of time; 0 usually means no limit. */
  static final class Rate implements ITypeConverter<Double> {
    private static final double HIGHEST = 1e9;

    @Override
    public Double convert(String text) {
      try {
        double rate = Double.parseDouble(text.strip());
        if (rate >= 0 && rate <= HIGHEST) {
          return rate;
        }
      } catch (NumberFormatException notANumber) {
        // The exception below covers this case, like a number out of bounds.
      }
      throw new TypeConversionException("'" + text + "' is not a number of 0 or more");
    }
  }
}
