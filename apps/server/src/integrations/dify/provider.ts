import type { AgentAnswer, AgentProvider, Question } from "#modules/assistant/port";
import { AgentError } from "#modules/assistant/port";
import { storable } from "#platform/calls/storable";
import { type DifyAnswer, readBlocking, readStream } from "./answers.ts";
import { ConversationGone, difyRefusal, noAnswer } from "./failures.ts";

/** An answer takes seconds; without one after this time the request is retried later. */
const maxMs = 55_000;

/** The words with which a Dify app leaves the answer to a person, anywhere in its answer. */
const handOverMark = /\[\[?\s*HAND_?OVER\s*\]?\]/i;

/** Dify's chat apps as the assistant sees them. `apiUrl` is the setting DIFY_API_URL. */
export function difyProvider(apiUrl: string, { timeoutMs = maxMs }: { timeoutMs?: number } = {}): AgentProvider {
  return {
    type: "dify",
    async answer(access, question) {
      const of = { apiUrl, timeoutMs, apiKey: access.apiKey };
      try {
        return readAnswer(await ask(of, question));
      } catch (error) {
        if (!(error instanceof ConversationGone) || question.conversation === null) throw error;
        return readAnswer(await ask(of, { ...question, conversation: null }));
      }
    },
  };
}

function readAnswer(answered: DifyAnswer): AgentAnswer {
  // The answer is stored with any marks that it contains.
  const { text, conversation, needsPerson } = storable(answered) as DifyAnswer;
  const said = text.replace(handOverMark, "").trim();
  if (needsPerson || handOverMark.test(text))
    return { kind: "handOver", reason: "unsure", summary: said, conversation };
  if (said === "") throw new AgentError({ reason: "emptyAnswer", passing: false, detail: "The answer was empty." });
  return { kind: "said", text: said, conversation };
}

interface App {
  apiUrl: string;
  timeoutMs: number;
  apiKey: string;
}

/** Blocking if the app allows it; agent apps only stream. */
async function ask({ apiUrl, timeoutMs, apiKey }: App, question: Question): Promise<DifyAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const send = (mode: "blocking" | "streaming") =>
    fetch(`${apiUrl.replace(/\/$/, "")}/chat-messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        query: question.text,
        inputs: {},
        response_mode: mode,
        conversation_id: question.conversation ?? "",
        user: question.person,
        auto_generate_name: false,
      }),
      signal,
    });
  try {
    const blocking = await send("blocking");
    if (blocking.ok) return readBlocking(await blocking.json());
    const refusal = await difyRefusal(blocking, apiKey);
    if (!refusal.onlyStreams) throw refusal.trouble;
    const streaming = await send("streaming");
    if (!streaming.ok) throw (await difyRefusal(streaming, apiKey)).trouble;
    return await readStream(streaming, apiKey);
  } catch (error) {
    throw error instanceof AgentError ? error : noAnswer(error);
  }
}
