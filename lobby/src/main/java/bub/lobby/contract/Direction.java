package bub.lobby.contract;

public enum Direction { INPUT, OUTPUT }
