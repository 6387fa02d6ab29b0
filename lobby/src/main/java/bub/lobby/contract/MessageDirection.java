package bub.lobby.contract;

import bub.protocol.lobby.ServiceCall;

/** Direction of a message, which selects the schema that applies. */
public enum MessageDirection {
  INPUT(ServiceCall.CAPABILITY_NAME),
  OUTPUT("status");

  private final String envelopeMember;

  MessageDirection(String envelopeMember) {
    this.envelopeMember = envelopeMember;
  }

  /** Member that the lobby adds to the message; the schema sees it only if it names it. */
  String envelopeMember() {
    return envelopeMember;
  }
}
