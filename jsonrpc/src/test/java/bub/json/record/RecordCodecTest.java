package bub.json.record;

import static bub.json.record.Samples.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.json.record.Samples.Absent;
import bub.json.record.Samples.Condition;
import bub.json.record.Samples.Decimal;
import bub.json.record.Samples.Item;
import bub.json.record.Samples.Many;
import bub.json.record.Samples.Nothing;
import bub.json.record.Samples.Order;
import bub.json.record.Samples.Simple;
import bub.json.record.Samples.Tree;
import bub.json.record.Samples.Whole;
import bub.json.record.Samples.Written;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordCodecTest {
  private static final Item PEN = new Item("pen", 3);

  private static <T extends Record> T read(Class<T> type, String text) {
    return RecordCodec.of(type).read(json(text));
  }

  private static String written(Record value) {
    return RecordCodec.json(value).toString().replace('"', '\'');
  }

  static Stream<Arguments> both() {
    Map<String, @Nullable Integer> holes = new LinkedHashMap<>();
    holes.put("a", null);
    return Stream.of(
        Arguments.of(new Nothing(), "{}"),
        Arguments.of(
            new Whole((byte) -128, (short) 7, 0, Long.MIN_VALUE, (byte) 1, (short) 2, 3, 4L),
            "{'b':-128,'s':7,'i':0,'l':-9223372036854775808,'bb':1,'ss':2,'ii':3,'ll':4}"),
        Arguments.of(
            new Decimal(
                0.1,
                0.1f,
                1e300,
                -0.0f,
                new BigDecimal("128.50"),
                new BigInteger("123456789012345678901234567890")),
            "{'d':0.1,'f':0.1,'dd':1.0E300,'ff':-0.0,'exact':128.50,"
                + "'huge':123456789012345678901234567890}"),
        Arguments.of(
            new Simple(true, false, "a/b \\ \n \u0000 ü 😀", Condition.USED, json("[1, {}]")),
            "{'flag':true,'boxed':false,'text':'a/b \\\\ \\n \\u0000 ü 😀',"
                + "'condition':'USED','anything':[1, {}]}"),
        Arguments.of(
            new Written(
                Instant.parse("2026-02-17T12:00:00.5Z"),
                Duration.ofMinutes(90),
                URI.create("https://shop.example/a?b=c#d"),
                UUID.fromString("8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b")),
            "{'time':'2026-02-17T12:00:00.500Z','span':'PT1H30M',"
                + "'link':'https://shop.example/a?b=c#d',"
                + "'id':'8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b'}"),
        Arguments.of(
            new Many(
                List.of("a", "a"),
                new LinkedHashSet<>(List.of(2, 1)),
                Map.of("k", PEN),
                List.of(List.of(), List.of(1L))),
            "{'list':['a','a'],'set':[2,1],'map':{'k':{'name':'pen','count':3}},"
                + "'grid':[[],[1]]}"),
        Arguments.of(
            new Order(PEN, PEN, List.of(PEN)),
            "{'first':{'name':'pen','count':3},'second':{'name':'pen','count':3},"
                + "'others':[{'name':'pen','count':3}]}"),
        Arguments.of(
            new Absent(
                Optional.of("x"),
                7,
                PEN,
                Arrays.asList("a", null),
                holes,
                Optional.of(List.of()),
                json("[]")),
            "{'maybe':'x','perhaps':7,'item':{'name':'pen','count':3},'gaps':['a',null],"
                + "'holes':{'a':null},'items':[],'raw':[]}"),
        Arguments.of(
            new Tree("root", List.of(new Tree("leaf", List.of()))),
            "{'label':'root','branches':[{'label':'leaf','branches':[]}]}"));
  }

  @ParameterizedTest
  @MethodSource("both")
  void isWrittenAndReadAlike(Record value, String text) {
    assertThat(written(value)).isEqualTo(text);
    assertThat(read(value.getClass(), text)).isEqualTo(value);
    assertThat(RecordCodec.of(value.getClass()).read(RecordCodec.json(value))).isEqualTo(value);
  }

  @Test
  void whatIsAbsentIsLeftOutAndReadFromNothingOrNull() {
    var absent =
        new Absent(Optional.empty(), null, null, List.of(), Map.of(), Optional.empty(), null);
    assertThat(written(absent)).isEqualTo("{'gaps':[],'holes':{}}");
    assertThat(read(Absent.class, "{'gaps':[],'holes':{}}")).isEqualTo(absent);
    assertThat(
            read(
                Absent.class,
                "{'maybe':null,'perhaps':null,'item':null,'gaps':[],'holes':{},'items':null,"
                    + "'raw':null}"))
        .isEqualTo(absent);
  }

  @Test
  void membersThatItDoesNotKnowAreIgnored() {
    assertThat(read(Item.class, "{'capability_name':'x','name':'pen','Name':7,'count':3}"))
        .isEqualTo(PEN);
  }

  @Test
  void aWholeNumberMayBeWrittenAsJsonSchemaAllows() {
    assertThat(read(Item.class, "{'name':'pen','count':3.0}")).isEqualTo(PEN);
    assertThat(read(Item.class, "{'name':'pen','count':0.3e1}")).isEqualTo(PEN);
    assertThat(read(Item.class, "{'name':'pen','count':-0}").count()).isZero();
  }

  @Test
  void aTimeMayHaveAnOffset() {
    String rest = "'span':'PT1S','link':'','id':'8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b'}";
    assertThat(read(Written.class, "{'time':'2026-02-17T13:00:00+01:00'," + rest).time())
        .isEqualTo("2026-02-17T12:00:00Z");
  }

  @Test
  void whatIsReadCannotBeChanged() {
    Many many = read(Many.class, "{'list':['a'],'set':[1],'map':{},'grid':[]}");
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> many.list().add("b"));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> many.set().add(2));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> many.map().put("k", PEN));
  }

  @Test
  void aSetTakesTheSameValueOnce() {
    assertThat(read(Many.class, "{'list':[],'set':[2,1,2],'map':{},'grid':[]}").set())
        .containsExactly(2, 1);
  }

  @Test
  void aSmallPieceOfRawJsonDoesNotHoldALargeText() {
    String large = "'text':'" + "x".repeat(10_000) + "'";
    Simple simple =
        read(
            Simple.class,
            "{'flag':true,'boxed':true,'condition':'NEW','anything':{'a':1}," + large + "}");
    assertThat(simple.anything().position()).isZero();
    assertThat(simple.anything()).isEqualTo(json("{'a':1}"));
  }

  @Test
  void whatJsonCannotSayIsNamed() {
    assertThat(refused(new Order(PEN, PEN, Arrays.asList(PEN, null)))).isEqualTo("others[1]");
    assertThat(refused(new Order(PEN, PEN, List.of(new Item(null_(), 1)))))
        .isEqualTo("others[0].name");
    assertThat(refused(decimal(Double.NaN, 0f, BigDecimal.ONE))).isEqualTo("d");
    assertThat(refused(decimal(0, Float.NEGATIVE_INFINITY, BigDecimal.ONE))).isEqualTo("f");
    assertThat(refused(decimal(0, 0f, new BigDecimal("1e10000")))).isEqualTo("exact");
  }

  private static Decimal decimal(double d, float f, BigDecimal exact) {
    return new Decimal(d, f, 0d, 0f, exact, BigInteger.ONE);
  }

  /** A null where nobody expects one. */
  @SuppressWarnings("NullAway")
  private static String null_() {
    return null;
  }

  private static String refused(Record value) {
    try {
      RawJson written = RecordCodec.json(value);
      throw new AssertionError("was written: " + written);
    } catch (InvalidField odd) {
      return odd.field();
    }
  }

  @Test
  void itsNamesAreThoseOfTheComponents() {
    assertThat(RecordCodec.of(Order.class).names()).containsExactly("first", "second", "others");
  }
}
