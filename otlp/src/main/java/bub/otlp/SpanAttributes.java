package bub.otlp;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/** Names of attributes by the semantic conventions, and bub's own. */
final class SpanAttributes {
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> MESSAGING_SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> MESSAGING_OPERATION_NAME =
      AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> MESSAGING_OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<String> MESSAGING_DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  static final AttributeKey<String> MESSAGING_MESSAGE_ID =
      AttributeKey.stringKey("messaging.message.id");
  static final AttributeKey<String> MESSAGING_CLIENT_ID =
      AttributeKey.stringKey("messaging.client.id");

  static final AttributeKey<String> GEN_AI_OPERATION =
      AttributeKey.stringKey("gen_ai.operation.name");
  static final AttributeKey<String> GEN_AI_PROVIDER =
      AttributeKey.stringKey("gen_ai.provider.name");
  static final AttributeKey<String> GEN_AI_MODEL = AttributeKey.stringKey("gen_ai.request.model");
  static final AttributeKey<String> GEN_AI_AGENT = AttributeKey.stringKey("gen_ai.agent.id");
  static final AttributeKey<Long> GEN_AI_TOKENS_IN =
      AttributeKey.longKey("gen_ai.usage.input_tokens");
  static final AttributeKey<Long> GEN_AI_TOKENS_OUT =
      AttributeKey.longKey("gen_ai.usage.output_tokens");
  static final AttributeKey<List<String>> GEN_AI_FINISH =
      AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
  static final AttributeKey<String> GEN_AI_TOOL = AttributeKey.stringKey("gen_ai.tool.name");

  static final AttributeKey<String> BUB_TYPE = AttributeKey.stringKey("bub.message.type");
  static final AttributeKey<String> BUB_STATUS = AttributeKey.stringKey("bub.status");
  static final AttributeKey<List<String>> BUB_RECIPIENTS =
      AttributeKey.stringArrayKey("bub.recipients");
  static final AttributeKey<Long> BUB_ATTEMPT = AttributeKey.longKey("bub.attempt");
  static final AttributeKey<Long> BUB_STEP = AttributeKey.longKey("bub.step");
  static final AttributeKey<Double> BUB_COST = AttributeKey.doubleKey("bub.cost_usd");
  static final AttributeKey<Long> BUB_RETRIES = AttributeKey.longKey("bub.retries");
  static final AttributeKey<String> BUB_WAIT = AttributeKey.stringKey("bub.wait.reason");
  static final AttributeKey<String> BUB_ARGUMENTS_DIGEST =
      AttributeKey.stringKey("bub.tool.arguments.digest");
  static final AttributeKey<Long> BUB_ARGUMENTS_BYTES =
      AttributeKey.longKey("bub.tool.arguments.bytes");
  static final AttributeKey<Long> BUB_RESULT_BYTES = AttributeKey.longKey("bub.tool.result.bytes");

  private SpanAttributes() {}
}
