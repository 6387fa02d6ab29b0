package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.DeliveryStatus;

/** A delivery report that is not sent yet; every attempt uses the same {@code id}. */
public record PendingReport(MessageId id, Address agent, DeliveryStatus status) {}
