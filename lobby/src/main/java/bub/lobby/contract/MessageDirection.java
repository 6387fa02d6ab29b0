package bub.lobby.contract;

import bub.protocol.lobby.ServiceCall;

/** Which way a message goes, and so which of the two schemas it must keep. */
public enum MessageDirection {
  INPUT(ServiceCall.CAPABILITY_NAME),
  OUTPUT("status");

  private final String envelopeMember;

  MessageDirection(String envelopeMember) {
    this.envelopeMember = envelopeMember;
  }

  /** The member that belongs to the lobby's wire, and to the schema only if it says so. */
  String envelopeMember() {
    return envelopeMember;
  }
}
