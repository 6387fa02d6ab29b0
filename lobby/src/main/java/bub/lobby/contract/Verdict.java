package bub.lobby.contract;

import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.List;

public sealed interface Verdict {
  record Kept() implements Verdict {}
  record Broken(List<Violation> violations) implements Verdict {
    public String summary() { return "x"; }
  }
  record Unchecked(String why) implements Verdict {}
}
