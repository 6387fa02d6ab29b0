package bub.protocol.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class CapabilityTextTest {
  private static RawJson json(String text) throws Exception {
    return RawJson.parse(text.replace('\'', '"').replace("\n", ""));
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  @Test
  void cleansTheTextsOfASchemaAtAnyDepth() throws Exception {
    RawJson schema =
        json(
            """
            {'title':'a','properties':{'x':{'description':'b','items':{'title':'c'}}},
            'anyOf':[{'description':'d'}],'$defs':{'y':{'$comment':'e'}}}
            """);
    assertThat(CapabilityText.schema(schema, CapabilityTextTest::upper))
        .isEqualTo(
            json(
                """
                {'title':'A','properties':{'x':{'description':'B','items':{'title':'C'}}},
                'anyOf':[{'description':'D'}],'$defs':{'y':{'$comment':'E'}}}
                """));
  }

  @Test
  void keepsNamesAndPermittedValues() throws Exception {
    RawJson schema =
        json(
            """
            {'properties':{'title':{'enum':['a',{'title':'a'}],'default':{'description':'a'}},
            'enum':{'const':'a','pattern':'a'}},'required':['title'],'type':'object','x':true}
            """);
    assertThat(CapabilityText.schema(schema, CapabilityTextTest::upper)).isEqualTo(schema);
  }

  @Test
  void cleansAPropertyWithTheNameOfAKeyword() throws Exception {
    RawJson schema = json("{'properties':{'default':{'title':'a'},'title':{'title':'b'}}}");
    assertThat(CapabilityText.schema(schema, CapabilityTextTest::upper))
        .isEqualTo(json("{'properties':{'default':{'title':'A'},'title':{'title':'B'}}}"));
  }

  @Test
  void cleansTheOtherTextsOfACapability() throws Exception {
    RawJson capability =
        json(
            """
            {'name':'n','description':'d','input_schema':{'title':'t'},'output_schema':{},
            'keywords':['k'],'version':'1.0.0-a','resource':'shop://x','prompt':'say {it}',
            'annotations':{'title':'t','readOnlyHint':true}}
            """);
    assertThat(CapabilityText.cleaned(capability, CapabilityTextTest::upper))
        .isEqualTo(
            json(
                """
                {'name':'n','description':'D','input_schema':{'title':'T'},'output_schema':{},
                'keywords':['K'],'version':'1.0.0-a','resource':'shop://x','prompt':'SAY {IT}',
                'annotations':{'title':'T','readOnlyHint':true}}
                """));
  }
}
