package bub.gateway.hook;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.PositionedJson;
import bub.json.PositionedJson.Misplaced;
import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Content of {@code hooks.json}. It holds secrets, so only its owner may read the file. */
public record HookRules(List<Hook> hooks) {
  public static final String FILE = "hooks.json";
  public static final HookRules NONE = new HookRules(List.of());

  private static final List<String> FIELDS = List.of("version", "hooks");
  private static final int MAX_HOOKS = 256;

  public HookRules {
    hooks = List.copyOf(hooks);
  }

  /** The error names the line and the column. */
  public static HookRules parse(byte[] file) throws Misplaced {
    PositionedJson json = PositionedJson.parse(file);
    RawJson root = json.root();
    RawJson array = json.in(root, () -> readArray(Fields.of(root, FIELDS)));
    var hooks = new ArrayList<Hook>();
    for (RawJson element : array.elements(MAX_HOOKS + 1)) {
      if (hooks.size() == MAX_HOOKS) {
        throw json.misplaced(element, "at most " + MAX_HOOKS + " hooks are allowed");
      }
      Hook hook = json.in(element, () -> Hook.read(Fields.of(element, Hook.FIELDS)));
      if (hooks.stream().anyMatch(known -> known.name().equals(hook.name()))) {
        throw json.misplaced(element, "the hook " + hook.name() + " appears twice");
      }
      hooks.add(hook);
    }
    return new HookRules(hooks);
  }

  private static RawJson readArray(Fields fields) {
    if (fields.integer("version", 1) != 1) {
      throw new InvalidField("version", "must be 1");
    }
    RawJson array = fields.require("hooks");
    if (!array.isArray()) {
      throw new InvalidField("hooks", "must be an array");
    }
    return array;
  }

  public Optional<Hook> find(String name) {
    return hooks.stream().filter(hook -> hook.name().equals(name)).findFirst();
  }

  /** Replaces a hook of the same name. */
  public HookRules with(Hook hook) {
    var changed = new ArrayList<>(without(hook.name()).hooks());
    changed.add(hook);
    return new HookRules(changed);
  }

  public HookRules without(String name) {
    return new HookRules(hooks.stream().filter(hook -> !hook.name().equals(name)).toList());
  }

  /** One hook per line, because people edit this file. */
  public String text() {
    return hooks.stream()
        .map(hook -> "\n    " + hook.toRaw())
        .collect(Collectors.joining(",", "{\n  \"version\": 1,\n  \"hooks\": [", "\n  ]\n}\n"));
  }
}
