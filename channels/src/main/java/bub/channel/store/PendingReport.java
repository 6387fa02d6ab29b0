package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.DeliveryStatus;

/**
 * News for an agent about one of its replies that waits to be sent.
 *
 * @param id of the message that brings the news; it stays the same however often that is sent
 */
public record PendingReport(MessageId id, Address agent, DeliveryStatus status) {}
