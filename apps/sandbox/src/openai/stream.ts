import type { FastifyReply } from "fastify";
import type { AiFailure } from "../ai/ai-switches.ts";
import { sendEvents } from "../ai/send-events.ts";
import type { BuiltResponse, FunctionCall, Output, Part } from "./responses.ts";

/** A response as OpenAI's server-sent events, with its text in pieces. There is no `[DONE]` at the end. */
export function sendStream(reply: FastifyReply, response: BuiltResponse, trouble: AiFailure | undefined): FastifyReply {
  const frames = framesOf(response);
  const breaks = trouble === "broken" || trouble === "cut";
  const sent = breaks ? frames.slice(0, Math.ceil(frames.length / 2)) : frames;
  const lines = sent.map(
    (frame, index) => `event: ${frame.type}\ndata: ${JSON.stringify({ ...frame, sequence_number: index })}\n\n`,
  );
  return sendEvents(reply, lines, { cut: trouble === "cut" });
}

type Frame = { type: string } & Record<string, unknown>;

function framesOf(response: BuiltResponse): Frame[] {
  const begun = { ...response, status: "in_progress", completed_at: null, error: null, incomplete_details: null };
  const empty = { ...begun, output: [], usage: null };
  return [
    { type: "response.created", response: empty },
    { type: "response.in_progress", response: empty },
    ...response.output.flatMap((item, index): Frame[] => [
      { type: "response.output_item.added", output_index: index, item: begin(item) },
      ...(item.type === "message"
        ? item.content.flatMap((part, place) =>
            partFrames(part, { item_id: item.id, output_index: index, content_index: place }),
          )
        : argumentFrames(item, index)),
      { type: "response.output_item.done", output_index: index, item },
    ]),
    { type: `response.${response.status}`, response },
  ];
}

/** An item before its first text. */
function begin(item: Output): object {
  const status = "in_progress";
  return item.type === "message" ? { ...item, status, content: [] } : { ...item, status, arguments: "" };
}

interface PartPosition {
  item_id: string;
  output_index: number;
  content_index: number;
}

function partFrames(part: Part, place: PartPosition): Frame[] {
  if (part.type === "refusal")
    return [
      { type: "response.content_part.added", ...place, part: { ...part, refusal: "" } },
      ...piecesOf(part.refusal).map((delta) => ({ type: "response.refusal.delta", ...place, delta })),
      { type: "response.refusal.done", ...place, refusal: part.refusal },
      { type: "response.content_part.done", ...place, part },
    ];
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    ...piecesOf(part.text).map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
    { type: "response.output_text.done", ...place, text: part.text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
  ];
}

function argumentFrames({ id, name, arguments: given }: FunctionCall, index: number): Frame[] {
  const place = { item_id: id, output_index: index };
  return [
    ...piecesOf(given).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, name, arguments: given },
  ];
}

function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,8}/g) ?? [];
}
