package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.DeliveryStatus;

/**
 * A delivery report for an agent that has not been sent yet.
 *
 * @param id message id of the report, the same for every attempt
 */
public record PendingReport(MessageId id, Address agent, DeliveryStatus status) {}
