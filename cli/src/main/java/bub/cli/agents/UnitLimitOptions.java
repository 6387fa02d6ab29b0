package bub.cli.agents;

import bub.cli.option.CpuShare;
import bub.cli.option.InSection;
import bub.cli.option.PositiveNumber;
import bub.cli.option.Section;
import bub.cli.option.UnitMemory;
import bub.system.spawn.UnitLimits;
import picocli.CommandLine.Option;

/** Options for the resources that systemd lets an agent use. */
@InSection(Section.AGENTS)
public final class UnitLimitOptions {
  @Option(
      names = "--agent-memory",
      defaultValue = "512M",
      paramLabel = "SIZE",
      converter = UnitMemory.class,
      description = "Memory limit of each agent under systemd (default: ${DEFAULT-VALUE}).")
  private String memory = "";

  @Option(
      names = "--agent-cpu",
      defaultValue = "200%",
      paramLabel = "PERCENT",
      converter = CpuShare.class,
      description =
          "CPU limit of each agent under systemd; 100%% is one CPU (default: ${DEFAULT-VALUE}).")
  private String cpu = "";

  @Option(
      names = "--agent-tasks",
      defaultValue = "256",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of threads of each agent under systemd (default: ${DEFAULT-VALUE}).")
  private int tasks;

  UnitLimits limits() {
    return new UnitLimits(memory, cpu, tasks);
  }
}
