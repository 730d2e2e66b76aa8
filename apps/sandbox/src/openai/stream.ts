import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { BuiltResponse, Message } from "./responses.ts";

/** A response as the server-sent events in which OpenAI writes it, words in pieces. There is no `[DONE]` at the end. */
export function sendStream(reply: FastifyReply, response: BuiltResponse): FastifyReply {
  const frames = framesOf(response).map(
    (frame, index) => `event: ${frame.type}\ndata: ${JSON.stringify({ ...frame, sequence_number: index })}\n\n`,
  );
  return reply.header("content-type", "text/event-stream; charset=utf-8").send(Readable.from(frames));
}

type Frame = { type: string } & Record<string, unknown>;

function framesOf(response: BuiltResponse): Frame[] {
  const begun = { ...response, status: "in_progress", output: [] };
  const end = response.status === "completed" ? "response.completed" : "response.incomplete";
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...response.output.flatMap((item, index): Frame[] => [
      { type: "response.output_item.added", output_index: index, item: { ...item, status: "in_progress" } },
      ...(item.type === "message" ? words(item, index) : []),
      { type: "response.output_item.done", output_index: index, item },
    ]),
    { type: end, response },
  ];
}

function words(item: Message, index: number): Frame[] {
  const part = item.content[0];
  if (!part) return [];
  const place = { item_id: item.id, output_index: index, content_index: 0 };
  const deltas = part.text.match(/[\s\S]{1,8}/g) ?? [];
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    ...deltas.map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
    { type: "response.output_text.done", ...place, text: part.text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
  ];
}
