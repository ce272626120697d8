package dev.brickwork.bench;

/// The cheapest authenticated request there is: what every request costs before it does anything.
final class ReadSeller implements Scenario {
    @Override
    public String name() {
        return "get";
    }

    @Override
    public Requests prepare(Client client, int count) {
        var request = client.bytes("GET", "/seller", "");
        return _ -> request;
    }
}
