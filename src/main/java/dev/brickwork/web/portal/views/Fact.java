package dev.brickwork.web.portal.views;

/// A line of a list of facts: what it is, and what it says.
public record Fact(String label, String value) {}
