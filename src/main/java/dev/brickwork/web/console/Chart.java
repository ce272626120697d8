package dev.brickwork.web.console;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Amounts as bars, ready to be drawn: all places are whole units of the picture.
public record Chart(String name, String most, List<Bar> bars) {
    public static final int WIDTH = 360;
    public static final int HEIGHT = 130;
    private static final int BASE = 108;
    private static final int TOP = 8;

    public Chart {
        bars = List.copyOf(bars);
    }

    /// One month.
    ///
    /// @param label below the bar
    /// @param words what it stands for, for those who do not see it
    public record Bar(int x, int y, int width, int height, String label, String words) {
        public int middle() {
            return x + width / 2;
        }
    }

    /// One bar of the chart: its label and its amount.
    ///
    /// @param shown the amount as people read it
    record Amount(String label, String name, BigDecimal minor, String shown) {}

    static Chart of(String name, List<Amount> amounts) {
        var most = amounts.stream().map(Amount::minor).reduce(BigDecimal.ZERO, BigDecimal::max);
        int step = WIDTH / amounts.size();
        int width = step * 3 / 5;
        var bars = new ArrayList<Bar>();
        for (var amount : amounts) {
            int height = most.signum() == 0 ? 0 : height(amount.minor, most);
            int x = bars.size() * step + (step - width) / 2;
            bars.add(new Bar(x, BASE - height, width, height, amount.label, amount.name + ": " + amount.shown));
        }
        var highest = amounts.stream()
                .filter(amount -> amount.minor.compareTo(most) == 0)
                .map(Amount::shown)
                .findFirst()
                .orElse("");
        return new Chart(name, highest, bars);
    }

    private static int height(BigDecimal amount, BigDecimal most) {
        return amount.max(BigDecimal.ZERO)
                .multiply(BigDecimal.valueOf(BASE - TOP))
                .divideToIntegralValue(most)
                .intValueExact();
    }

    /// The picture in words.
    public String words() {
        return name + " by month. " + bars.stream().map(Bar::words).collect(Collectors.joining("; "));
    }
}
