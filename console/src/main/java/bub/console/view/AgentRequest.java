package bub.console.view;

/** Request about one agent. */
public record AgentRequest(String agent) {}
