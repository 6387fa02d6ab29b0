package bub.checks.attack;

import bub.testkit.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Attacks that one process must survive, one after another. */
record AttackGroup(String name, Access access, Launcher launcher, List<Attack> attacks) {

  /** Starts the attacked bus. */
  @FunctionalInterface
  interface Launcher {
    AttackedBus start(Workbench workbench, Access access) throws IOException, InterruptedException;
  }

  /** The common attacks once, and others that need no token or no free disk. */
  static List<AttackGroup> brief() {
    var groups = new ArrayList<AttackGroup>();
    groups.add(common(Access.OPEN));
    groups.add(onFullDisk(Access.LOCKED));
    groups.add(onBus("others before initialize", Access.LOCKED, ConnectionAttacks.others()));
    groups.add(byTls());
    return groups;
  }

  /** Every attack, both on an open and on a locked bus. */
  static List<AttackGroup> all() {
    var groups = new ArrayList<AttackGroup>();
    for (Access access : Access.values()) {
      groups.add(common(access));
      groups.add(onFullDisk(access));
      groups.add(onBus("others before initialize", access, ConnectionAttacks.others()));
      groups.add(onBus("others by calls", access, CallAttacks.others()));
      groups.add(onBus("others by peers", access, PeerAttacks.others()));
      groups.add(onBus("others on stores", access, StoreAttacks.others()));
      groups.add(onBus("greedy attacks", access, CallAttacks.greedy()));
    }
    groups.add(byTls());
    return groups;
  }

  private static AttackGroup common(Access access) {
    List<Attack> byPeers = join(CallAttacks.common(), PeerAttacks.common());
    return onBus("common attacks", access, join(ConnectionAttacks.common(), byPeers));
  }

  private static AttackGroup onFullDisk(Access access) {
    List<Attack> padded = List.of(StoreAttacks.paddedMessages());
    return new AttackGroup("on a full disk", access, AttackGroup::startOnFullDisk, padded);
  }

  private static AttackGroup byTls() {
    List<Attack> handshakes = List.of(ConnectionAttacks.halfHandshakes());
    return new AttackGroup("by TLS", Access.LOCKED, AttackedBus::startSecure, handshakes);
  }

  private static AttackGroup onBus(String name, Access access, List<Attack> attacks) {
    return new AttackGroup(name, access, AttackedBus::start, attacks);
  }

  private static List<Attack> join(List<Attack> some, List<Attack> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static AttackedBus startOnFullDisk(Workbench workbench, Access access)
      throws IOException, InterruptedException {
    AttackedBus bus = AttackedBus.start(workbench, access);
    bus.fillDisk();
    return bus;
  }

  AttackedBus start(Workbench workbench) throws IOException, InterruptedException {
    return launcher.start(workbench, access);
  }

  @Override
  public String toString() {
    return name + ", " + access;
  }
}
