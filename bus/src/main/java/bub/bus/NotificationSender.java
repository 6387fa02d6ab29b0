package bub.bus;

import bub.bus.Switchboard.Sender;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.SendResult;

/** Sender of a notification, which expects no answer. */
enum NotificationSender implements Sender {
  SENDER;

  @Override
  public void sent(SendResult result) {}

  @Override
  public void halted(MessageId message, Address by, Ack ack) {}

  @Override
  public void refused(RpcError error) {}
}
