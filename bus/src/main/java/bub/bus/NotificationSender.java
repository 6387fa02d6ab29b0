package bub.bus;

import bub.bus.Switchboard.Sender;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.SendResult;

/** The sender of a notification: it asked for no answer and gets none. */
enum NotificationSender implements Sender {
  SENDER;

  @Override
  public void sent(SendResult result) {}

  @Override
  public void halted(MessageId message, Address by, Ack ack) {}

  @Override
  public void refused(RpcError error) {}
}
