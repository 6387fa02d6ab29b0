package bub.checks.attack;

/** State of the attacked bus: open to everybody, or locked with tokens. */
enum Access {
  OPEN,
  LOCKED
}
