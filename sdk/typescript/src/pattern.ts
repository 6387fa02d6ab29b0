/** Returns a test for a pattern with `*`, `?` and `[set]`, as the bus matches addresses. */
export function patternMatcher(pattern: string): (address: string) => boolean {
  if (!/[*?[]/.test(pattern)) {
    return (address) => address === pattern;
  }
  let expression = "";
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    const end = char === "[" ? setEnd(pattern, i) : -1;
    if (end > 0) {
      expression += setExpression(pattern.slice(i + 1, end));
      i = end;
    } else {
      expression += char === "*" ? ".*" : char === "?" ? "." : escaped(char);
    }
  }
  const compiled = new RegExp(`^${expression}$`, "su");
  return (address) => compiled.test(address);
}

/** A `]` directly after the opening belongs to the set. Returns -1 for an open set. */
function setEnd(pattern: string, start: number): number {
  const first = start + (pattern[start + 1] === "!" ? 2 : 1);
  return pattern.indexOf("]", first + 1);
}

function setExpression(set: string): string {
  const isNegated = set.startsWith("!");
  const members = (isNegated ? set.slice(1) : set).replace(/[\\\]^[]/g, "\\$&");
  return `[${isNegated ? "^" : ""}${members}]`;
}

function escaped(char: string): string {
  return char.replace(/[\\^$.|+(){}\]/[]/g, "\\$&");
}
