package dev.brickwork.web.console;

import java.util.List;

/// A part of a page. All pages are made of these few, so that they look alike.
public sealed interface PageBlock {
    /// Figures at a glance.
    record Cards(List<Card> cards) implements PageBlock {
        public Cards {
            cards = List.copyOf(cards);
        }
    }

    /// One figure of them.
    ///
    /// @param figures one for each currency
    record Card(String name, List<String> figures, String note, String link, String tone) {
        public Card {
            figures = List.copyOf(figures);
        }
    }

    record Facts(String title, List<Fact> facts) implements PageBlock {
        public Facts {
            facts = List.copyOf(facts);
        }
    }

    record Fact(String name, TableCell value) {}

    /// A list, or a page of one.
    ///
    /// @param empty what is said where there are no rows
    record Table(String title, List<Column> columns, List<List<TableCell>> rows, String empty, Pager pager)
            implements PageBlock {
        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
        }
    }

    /// A column of a list.
    ///
    /// @param style a class of the stylesheet
    record Column(String name, String style) {
        static Column of(String name) {
            return new Column(name, "");
        }

        /// Short values that stay on one line: dates, numbers, words of the API.
        static Column tight(String name) {
            return new Column(name, "nowrap");
        }

        /// Values that stand at the right.
        static Column figure(String name) {
            return new Column(name, "right");
        }
    }

    /// Ways to narrow a list down.
    ///
    /// @param typed what was searched for
    record Filters(String address, List<Tab> tabs, String hint, String typed) implements PageBlock {
        public Filters {
            tabs = List.copyOf(tabs);
        }

        /// The tab that a search keeps.
        public String chosen() {
            return tabs.stream()
                    .filter(Tab::isChosen)
                    .map(Tab::value)
                    .findFirst()
                    .orElse("");
        }
    }

    record Tab(String name, String value, String link, boolean isChosen) {}

    /// How an amount came about, step by step.
    record Steps(String title, List<Step> steps) implements PageBlock {
        public Steps {
            steps = List.copyOf(steps);
        }
    }

    /// One of the steps.
    ///
    /// @param depth how far it is indented
    record Step(int depth, String text, String amount, String rules) {}

    record Charts(String title, List<Chart> charts) implements PageBlock {
        public Charts {
            charts = List.copyOf(charts);
        }
    }

    /// A text as it is.
    record Code(String title, String text) implements PageBlock {}

    record Note(String tone, String text) implements PageBlock {}

    /// The form that moves a test seller's time.
    ///
    /// @param token makes it count once, however often it is sent
    record Advance(String token) implements PageBlock {}
}
