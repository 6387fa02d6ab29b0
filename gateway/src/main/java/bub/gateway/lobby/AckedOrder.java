package bub.gateway.lobby;

import bub.protocol.Ack;
import bub.protocol.MessageId;

/** Ack of an order to the lobby, with the id of the order's message. */
public record AckedOrder(MessageId message, Ack ack) {}
