package bub.checks.attack;

import bub.testkit.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Attacks that one process must survive, one after another.
 *
 * @param service the service that innocent peers are promised meanwhile
 */
record AttackGroup(
    String name, Access access, Service service, Launcher launcher, List<Attack> attacks) {

  /** Service to innocent peers. None of their messages is ever refused. */
  enum Service {
    /** The p99 of their messages has a limit. */
    PROMPT,
    /** Their messages may be late: the attackers ask for more work than there is time. */
    EVENTUAL
  }

  /** Starts the bus that is attacked. */
  @FunctionalInterface
  interface Launcher {
    AttackedBus start(Workbench workbench, Access access) throws IOException, InterruptedException;
  }

  /** The common attacks on an open and on a locked bus, and nearly all others once. */
  static List<AttackGroup> brief() {
    var groups = new ArrayList<AttackGroup>();
    for (Access access : Access.values()) {
      groups.add(common(access));
      groups.add(laboriousCommon(access));
      groups.add(onFullDisk(access));
    }
    List<Attack> byPeers = join(CallAttacks.others(), StoreAttacks.others());
    groups.add(prompt("others before initialize", Access.LOCKED, ConnectionAttacks.others()));
    groups.add(prompt("others by peers without grants", Access.LOCKED, byPeers));
    groups.add(prompt("others by peers", Access.OPEN, PeerAttacks.others()));
    groups.add(laboriousOthers(Access.OPEN));
    groups.add(byTls());
    return groups;
  }

  /** Every attack, both on an open and on a locked bus. */
  static List<AttackGroup> all() {
    var groups = new ArrayList<AttackGroup>();
    for (Access access : Access.values()) {
      groups.add(common(access));
      groups.add(laboriousCommon(access));
      groups.add(onFullDisk(access));
      groups.add(prompt("others before initialize", access, ConnectionAttacks.others()));
      groups.add(prompt("others by calls", access, CallAttacks.others()));
      groups.add(prompt("others by peers", access, PeerAttacks.others()));
      groups.add(prompt("others on stores", access, StoreAttacks.others()));
      groups.add(laboriousOthers(access));
      groups.add(greedy(access));
    }
    groups.add(byTls());
    return groups;
  }

  private static AttackGroup common(Access access) {
    List<Attack> byPeers = join(CallAttacks.common(), PeerAttacks.common());
    return prompt("common attacks", access, join(ConnectionAttacks.common(), byPeers));
  }

  private static AttackGroup laboriousCommon(Access access) {
    return eventual(
        "laborious attacks",
        access,
        List.of(
            CallAttacks.incompleteFanOuts(),
            CallAttacks.unreadBatches(),
            PeerAttacks.longSubscriptions()));
  }

  private static AttackGroup laboriousOthers(Access access) {
    return eventual(
        "other laborious attacks",
        access,
        List.of(
            CallAttacks.manyPendingCalls(),
            PeerAttacks.watchesWithLongFilters(),
            PeerAttacks.unreadWatches(),
            PeerAttacks.notifications(),
            StoreAttacks.registrations()));
  }

  /** Attacks that leave the bus so little memory that it closes many connections. */
  private static AttackGroup greedy(Access access) {
    return eventual(
        "greedy attacks",
        access,
        List.of(CallAttacks.unreadDeliveries(), CallAttacks.replacedPeers()));
  }

  private static AttackGroup eventual(String name, Access access, List<Attack> attacks) {
    return new AttackGroup(name, access, Service.EVENTUAL, AttackedBus::start, attacks);
  }

  private static AttackGroup onFullDisk(Access access) {
    List<Attack> padded = List.of(StoreAttacks.paddedMessages());
    return new AttackGroup(
        "on a full disk", access, Service.PROMPT, AttackGroup::startOnFullDisk, padded);
  }

  private static AttackGroup byTls() {
    List<Attack> handshakes = List.of(ConnectionAttacks.halfHandshakes());
    return new AttackGroup(
        "by TLS", Access.LOCKED, Service.EVENTUAL, AttackedBus::startSecure, handshakes);
  }

  private static AttackGroup prompt(String name, Access access, List<Attack> attacks) {
    return new AttackGroup(name, access, Service.PROMPT, AttackedBus::start, attacks);
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
