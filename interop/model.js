// A model server that speaks OpenAI's protocol: it calls the tool that the user names, and then repeats its result.
import { createServer } from "node:http";

const call = (name, args) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name, arguments: JSON.stringify(args) } }],
});

function answer({ messages }) {
  const last = messages.at(-1);
  if (last.role === "tool") return { role: "assistant", content: `The tool says ${last.content}` };
  const wanted = /use (\S+) with (\{.*\})/.exec(JSON.stringify(last.content).replaceAll('\\"', '"'));
  return wanted ? call(wanted[1], JSON.parse(wanted[2])) : { role: "assistant", content: "I do not understand." };
}

export async function startModel() {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const body = JSON.parse(text);
    const message = answer(body);
    const finish_reason = message.tool_calls ? "tool_calls" : "stop";
    const head = { id: "c1", created: 1, model: body.model };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    if (!body.stream) {
      const choices = [{ index: 0, message, finish_reason }];
      response.setHeader("Content-Type", "application/json");
      return response.end(JSON.stringify({ ...head, object: "chat.completion", choices, usage }));
    }
    response.setHeader("Content-Type", "text/event-stream");
    const send = (choices, more = {}) =>
      response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`);
    send([{ index: 0, delta: message, finish_reason: null }]);
    send([{ index: 0, delta: {}, finish_reason }]);
    send([], { usage });
    response.end("data: [DONE]\n\n");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() };
}
