/** Driver of the Java SDK for the conformance suite. */
package bub.conformance;
