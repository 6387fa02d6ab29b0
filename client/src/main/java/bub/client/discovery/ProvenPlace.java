package bub.client.discovery;

import bub.client.transport.ProofDemand;
import java.net.URI;

/** URL of a listener on this machine, and the key with which it proves that it is ours. */
public record ProvenPlace(URI url, ProofDemand.Key key) {}
