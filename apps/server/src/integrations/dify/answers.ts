import { z } from "zod";
import { AgentError } from "#modules/assistant/port";
import { networkCode } from "#platform/calls/network";
import { agentErrorOfCode } from "./failures.ts";

export interface DifyAnswer {
  text: string;
  conversation: string | null;
  /** The app's own flow has stopped at a step where a person decides. */
  needsPerson: boolean;
}

/** A flow that waits for a person; its answer so far may be missing. */
const paused = "workflow_paused";

const Blocking = z.object({
  event: z.string().optional(),
  answer: z.string().optional(),
  conversation_id: z.string().optional(),
});

/** A blocking answer. Throws AgentError for anything else. */
export function readBlocking(body: unknown): DifyAnswer {
  const read = Blocking.safeParse(body);
  const { event, answer, conversation_id: conversation } = read.success ? read.data : {};
  const needsPerson = event === paused;
  if (answer === undefined && !needsPerson) throw unreadable();
  return { text: answer ?? "", conversation: conversation || null, needsPerson };
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

/** The longest answer that is read, in characters; the rest is dropped. */
const maxCharacters = 100_000;

/**
 * Reads server-sent events to the end of the message, or until the app's flow waits for a person. Unknown events
 * are skipped; a stream that ends earlier is an error. Throws AgentError.
 */
export async function readStream(response: Response, apiKey: string): Promise<DifyAnswer> {
  const answered: DifyAnswer = { text: "", conversation: null, needsPerson: false };
  let inPieces = false;
  for await (const frame of framesOf(response)) {
    answered.conversation = frame.conversation_id || answered.conversation;
    const words = frame.answer ?? "";
    switch (frame.event) {
      case "agent_message":
        inPieces = true;
        answered.text += words;
        break;
      case "message":
        // An agent app sends its answer in pieces first and then once as a whole.
        answered.text = inPieces ? words || answered.text : answered.text + words;
        break;
      case "message_replace":
        answered.text = words;
        break;
      case "error":
        throw agentErrorOfCode(frame.status ?? 500, frame.code ?? "", { message: frame.message ?? "", apiKey });
      case paused:
        return { ...answered, needsPerson: true };
      case "message_end":
        return answered;
      default:
    }
    if (answered.text.length > maxCharacters) return answered;
  }
  throw brokeOff();
}

async function* framesOf(response: Response): AsyncGenerator<Frame> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of piecesOf(response.body)) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > maxCharacters) throw unreadable();
    for (const line of lines) {
      const frame = line.startsWith("data:") ? readFrame(line.slice(5)) : undefined;
      if (frame) yield frame;
    }
  }
}

/** The chunks received until the connection breaks; a timeout is rethrown as it is. */
async function* piecesOf(body: ReadableStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    if (networkCode(error) === "TIMEOUT") throw error;
    throw brokeOff();
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

function brokeOff(): AgentError {
  return new AgentError({ reason: "noAnswer", passing: true, detail: "The answer broke off." });
}

function unreadable(): AgentError {
  return new AgentError({ reason: "providerUnavailable", passing: true, detail: "The answer could not be read." });
}
