import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ConversationId } from "./ids.ts";

/** What can be found from anywhere, in the order in which it is shown. */
export const paletteKinds = ["lead", "order", "staff", "plan", "template", "product", "message"] as const;
export type PaletteKind = (typeof paletteKinds)[number];

/** Which part of a thing holds what was looked for. */
export const paletteFields = ["name", "phone", "email", "note", "number", "text", "said"] as const;
export type PaletteField = (typeof paletteFields)[number];

const PaletteHit = z.object({
  kind: z.enum(paletteKinds),
  /** The id of the thing; an order's number. */
  id: z.string(),
  title: z.string(),
  /** What tells it from others of that name, or the words around what was found. */
  detail: z.string(),
  matched: z.enum(paletteFields),
  /** Of a message: where it was said. */
  conversationId: ConversationId.nullable(),
});
export type PaletteHit = z.infer<typeof PaletteHit>;

export const palette = {
  find: endpoint("POST /api_basic/Palette/Find", {
    summary:
      "The few best results of each kind, from the caller's own lists. Matches in names come before matches in notes.",
    access: "session",
    request: z.object({
      keywords: z.string().trim().min(1).max(100),
      /** Messages take longer than all others; a client asks for them by themselves. */
      kinds: z.array(z.enum(paletteKinds)).min(1).max(paletteKinds.length).optional(),
    }),
    response: z.object({ list: z.array(PaletteHit) }),
  }),
};
