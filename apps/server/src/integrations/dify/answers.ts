import { z } from "zod";
import { AgentTrouble } from "#modules/assistant/port";
import { troubleOfCode } from "./failures.ts";

export interface Answered {
  text: string;
  conversation: string | null;
}

const Blocking = z.object({ answer: z.string(), conversation_id: z.string().optional() });

/** A blocking answer. Throws AgentTrouble for anything else. */
export function readBlocking(body: unknown): Answered {
  const read = Blocking.safeParse(body);
  if (!read.success) throw unreadable();
  return { text: read.data.answer, conversation: read.data.conversation_id || null };
}

const Frame = z.object({
  event: z.string(),
  answer: z.string().optional(),
  conversation_id: z.string().optional(),
  status: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});
type Frame = z.infer<typeof Frame>;

/** Longest answer that is taken in, in characters: what comes after is not waited for. */
const mostCharacters = 100_000;

/**
 * Reads server-sent events to the end of the message. Events that are not known are passed over; a stream that ends without
 * `message_end` is a broken one. Throws AgentTrouble.
 */
export async function readStream(response: Response, apiKey: string): Promise<Answered> {
  const answered: Answered = { text: "", conversation: null };
  for await (const frame of framesOf(response)) {
    answered.conversation = frame.conversation_id || answered.conversation;
    if (frame.event === "message" || frame.event === "agent_message") answered.text += frame.answer ?? "";
    if (frame.event === "message_replace") answered.text = frame.answer ?? "";
    if (frame.event === "error")
      throw troubleOfCode(frame.status ?? 500, frame.code ?? "", frame.message ?? "", apiKey);
    if (frame.event === "message_end" || answered.text.length > mostCharacters) return answered;
  }
  throw new AgentTrouble({ reason: "noAnswer", passing: true, detail: "The answer broke off." });
}

async function* framesOf(response: Response): AsyncGenerator<Frame> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > mostCharacters) throw unreadable();
    for (const line of lines) {
      const frame = line.startsWith("data:") ? readFrame(line.slice(5)) : undefined;
      if (frame) yield frame;
    }
  }
}

function readFrame(text: string): Frame | undefined {
  try {
    const read = Frame.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(): AgentTrouble {
  return new AgentTrouble({ reason: "providerUnavailable", passing: true, detail: "The answer could not be read." });
}
