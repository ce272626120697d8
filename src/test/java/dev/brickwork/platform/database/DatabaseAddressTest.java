package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fast")
class DatabaseAddressTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
        postgres://me:s%40cret@db.example:5433/bw?sslmode=require,  jdbc:postgresql://db.example:5433/bw?sslmode=require,  me,  s@cret
        postgresql://me@db.example/bw,                              jdbc:postgresql://db.example/bw,                        me,
        postgres://db.example/bw,                                   jdbc:postgresql://db.example/bw,                        ,
        'postgres://me:x@h1:1,h2/bw?targetServerType=primary',     'jdbc:postgresql://h1:1,h2/bw?targetServerType=primary', me,  x
        postgres://me:x@billing_db:1/bw,                            jdbc:postgresql://billing_db:1/bw,                      me,  x
        postgres://me:x@[::1]:1/bw,                                 jdbc:postgresql://[::1]:1/bw,                           me,  x
        jdbc:postgresql://h:1/bw,                                   jdbc:postgresql://h:1/bw,                               ,
        jdbc:postgresql://h/bw?user=me&ssl=true&password=a%2Bb+c,   jdbc:postgresql://h/bw?ssl=true,                        me,  a+b+c
        jdbc:postgresql://h1:1,                                     jdbc:postgresql://h1:1,                                 ,
        """)
    void isReadInBothForms(String text, String url, String user, String password) {
        var address = DatabaseAddress.parse(text).orElseThrow();

        assertThat(address.jdbcUrl()).isEqualTo(url);
        assertThat(address.user().orElse(null)).isEqualTo(user);
        assertThat(address.password().orElse(null)).isEqualTo(password);
        if (password != null) assertThat(address.toString()).doesNotContain(password);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "db.example",
                "mysql://h/bw",
                "postgres://",
                "postgres://h",
                "postgres://h/",
                "postgres:///bw",
                "postgres://me@/bw",
                "postgres://%zz/x",
                "postgres://me:50%off@h/bw",
                "jdbc:postgresql://h/bw?user=me&password=50%off",
                "jdbc:postgresql://h/bw?user=me%"
            })
    void otherTextIsNoAddress(String text) {
        assertThat(DatabaseAddress.parse(text)).isEmpty();
    }
}
