package bub.channel.telegram.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.channel.telegram.api.TelegramUpdate.Moved;
import bub.channel.telegram.api.TelegramUpdate.Posted;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing of updates. */
class UpdateReaderTest {
  private static final String CHAT = "'chat':{'id':-9223372036854775808}";

  private static TelegramUpdate read(String json) throws InvalidJson {
    return UpdateReader.parse(json.replace('\'', '"').getBytes(UTF_8));
  }

  /** A message with nothing but its number, its chat, and these fields. */
  private static TelegramMessage message(String fields) throws InvalidJson {
    String comma = fields.isEmpty() ? "" : ",";
    TelegramUpdate update =
        read("{'update_id':1,'message':{'message_id':5," + CHAT + comma + fields + "}}");
    return ((Posted) update.event()).message();
  }

  @Test
  void everythingThatIsOptionalMayBeMissing() throws InvalidJson {
    assertThat(message(""))
        .isEqualTo(
            new TelegramMessage(
                5,
                Instant.EPOCH,
                new TelegramChat(
                    new ChatId("-9223372036854775808"), TelegramChat.Type.UNKNOWN, null, null),
                null,
                null,
                null,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'from':7,'sender_chat':[],'date':'now','edit_date':{}",
        "'text':7,'entities':'x','caption':null",
        "'entities':[1,{},{'type':'bold'},{'type':'bold','offset':-1,'length':3}]",
        "'entities':[{'type':'bold','offset':9223372036854775807,'length':9223372036854775807}]",
        "'reply_to_message':{'text':'no number'},'quote':7",
        "'photo':[],'document':{},'voice':7,'sticker':{'file_id':7}",
        "'photo':[{'width':7}],'location':{'latitude':'x'},'venue':{}",
        "'new_chat_members':[{}],'left_chat_member':{},'migrate_to_chat_id':1e3",
        "'message_thread_id':9",
      })
  void aFieldThatIsNotWhatItShouldBeIsAsGoodAsNone(String fields) throws InvalidJson {
    assertThat(message(fields)).isEqualTo(message(""));
  }

  @Test
  void readsWhoWroteWhatAndWhen() throws InvalidJson {
    TelegramMessage message =
        message(
            "'from':{'id':7,'is_bot':false,'first_name':'Anna','username':'a'},'date':1750000000,"
                + "'text':'hi @bob','entities':[{'type':'mention','offset':3,'length':4}],"
                + "'edit_date':1750000001,'is_topic_message':true,'message_thread_id':9");
    assertThat(message.from()).isEqualTo(new TelegramUser(7, false, "Anna", null, "a", null));
    assertThat(message.date()).isEqualTo(Instant.ofEpochSecond(1_750_000_000));
    assertThat(message.edited()).isEqualTo(Instant.ofEpochSecond(1_750_000_001));
    assertThat(message.thread()).isEqualTo(9);
    assertThat(message.entities())
        .singleElement()
        .satisfies(mention -> assertThat(mention.in("hi @bob")).isEqualTo("@bob"));
  }

  @Test
  void theCaptionOfAPictureIsItsTextAndItsLargestSizeIsTheFile() throws InvalidJson {
    TelegramMessage message =
        message(
            "'caption':'look','caption_entities':[{'type':'bold','offset':0,'length':4}],"
                + "'photo':[{'file_id':'s','width':9,'height':9},"
                + "{'file_id':'l','width':90,'height':90,'file_size':5},"
                + "{'file_id':'m','width':50,'height':50}]");
    assertThat(message.text()).isEqualTo("look");
    assertThat(message.entities()).hasSize(1);
    assertThat(((MessageContent.Media) requireNonNull(message.content())).file())
        .isEqualTo(new MediaFile("l", "", null, null, 5L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'document':{'file_id':'d','file_name':'a.txt'} | Document",
        "'document':{'file_id':'d'},'animation':{'file_id':'a','duration':3} | Animation",
        "'voice':{'file_id':'v','duration':3} | Voice",
        "'audio':{'file_id':'a','title':'t'} | Audio",
        "'video':{'file_id':'v'} | Video",
        "'video_note':{'file_id':'v'} | VideoNote",
        "'sticker':{'file_id':'s','emoji':'😀'} | Sticker",
        "'location':{'latitude':1.5,'longitude':-2} | Location",
        "'contact':{'phone_number':'+41','first_name':'A'} | Contact",
        "'poll':{'question':'q','options':[{'text':'a'}]} | Poll",
        "'dice':{'emoji':'🎲','value':6} | Dice",
        "'new_chat_members':[{'id':7}] | Joined",
        "'left_chat_member':{'id':7} | Left",
        "'migrate_to_chat_id':-1001 | MigratedTo",
        "'migrate_from_chat_id':-1 | MigratedFrom",
      })
  void knowsWhatAMessageHasBesideText(String fields, String kind) throws InvalidJson {
    assertThat(requireNonNull(message(fields).content()).getClass().getSimpleName())
        .isEqualTo(kind);
  }

  @Test
  void aPlaceWithANameIsThatPlace() throws InvalidJson {
    assertThat(
            message(
                    "'location':{'latitude':0,'longitude':0},'venue':{'title':'Café','address':'x',"
                        + "'location':{'latitude':1.5,'longitude':-2.25}}")
                .content())
        .isEqualTo(new MessageContent.Location(1.5, -2.25, "Café", "x"));
  }

  @Test
  void readsWhatIsAnsweredButNotWhatThatAnswers() throws InvalidJson {
    TelegramMessage message =
        message(
            "'reply_to_message':{'message_id':4,'text':'a',"
                + CHAT
                + ",'reply_to_message':{"
                + "'message_id':3,"
                + CHAT
                + "}},'quote':{'text':'part'}");
    assertThat(requireNonNull(message.replyTo()).text()).isEqualTo("a");
    assertThat(message.replyTo().replyTo()).isNull();
    assertThat(message.quote()).isEqualTo("part");
  }

  @Test
  void knowsWhereAMessageWasForwardedFrom() throws InvalidJson {
    String origin = "'forward_origin':{'type':'x',";
    assertThat(message(origin + "'sender_user':{'id':7}}").origin())
        .isInstanceOf(MessageOrigin.FromUser.class);
    assertThat(message(origin + "'sender_user_name':'shy'}").origin())
        .isEqualTo(new MessageOrigin.FromHidden("shy"));
    assertThat(message(origin + CHAT + ",'message_id':9}").origin())
        .isInstanceOf(MessageOrigin.FromChat.class);
    assertThat(message("'forward_origin':{}").origin())
        .isEqualTo(new MessageOrigin.FromElsewhere());
  }

  @Test
  void knowsThatTheBotWasBlocked() throws InvalidJson {
    TelegramUpdate update =
        read(
            "{'update_id':1,'my_chat_member':{'chat':{'id':7,'type':'private'},'from':{'id':7},"
                + "'new_chat_member':{'status':'kicked'}}}");
    assertThat(((Moved) update.event()).now()).isEqualTo(Membership.BANNED);
  }

  @Test
  void keepsWhatCameSoThatItCanBeReadAgain() throws InvalidJson {
    TelegramUpdate update = read("{'update_id':1,'message':{'message_id':5," + CHAT + "}}");
    assertThat(UpdateReader.read(RawJson.parse(update.raw().toString()))).isEqualTo(update);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "{'update_id':1.5,'message':{}}",
        "{'update_id':99999999999999999999}",
        "{'update_id':1,'message':{'message_id':1,'chat':{'id':-9223372036854775809}}}",
      })
  void refusesAnUpdateWithoutNumberOrChat(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(InvalidField.class);
  }
}
