package bub.cli.doctor;

import bub.cli.machine.Systemd;

/** Whether agents can be units of this user's systemd, and live while nobody is logged in. */
record SystemdCheck(String user) implements Check {
  @Override
  public String name() {
    return "systemd";
  }

  @Override
  public Finding look() throws InterruptedException {
    return Systemd.USER.isThere() ? judge(Systemd.lingers(user)) : without();
  }

  static Finding without() {
    return Finding.fine("none for this user, so agents are child processes of bub");
  }

  Finding judge(boolean lingers) {
    return lingers
        ? Finding.fine("runs agents as units of " + user + ", who lingers")
        : Finding.caution(
            "runs agents as units of " + user + ", and ends them when " + user + " logs out",
            "keep them:  loginctl enable-linger " + user);
  }
}
