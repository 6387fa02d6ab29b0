package bub.console.view;

/** The agent that something is to be done with. */
public record AgentRequest(String agent) {}
