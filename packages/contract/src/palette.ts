import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ConversationId } from "./ids.ts";

/** The kinds of results, in the order in which they are shown. */
export const paletteKinds = ["lead", "order", "staff", "plan", "template", "product", "message"] as const;
export type PaletteKind = (typeof paletteKinds)[number];

/** The part of a result that matches. */
export const paletteFields = ["name", "phone", "email", "sound", "note", "number", "text", "said"] as const;
export type PaletteField = (typeof paletteFields)[number];

const PaletteHit = z.object({
  kind: z.enum(paletteKinds),
  /** The id of the thing; an order's number. */
  id: z.string(),
  title: z.string(),
  /** What distinguishes it from others of that name, or the text around the match. */
  detail: z.string(),
  matched: z.enum(paletteFields),
  /** For a message: its position in the conversation. */
  conversationId: ConversationId.nullable(),
});
export type PaletteHit = z.infer<typeof PaletteHit>;

export const palette = {
  find: endpoint("POST /api_basic/Palette/Find", {
    summary:
      "The best results of each kind, from the caller's own lists. Matches in names come first, then matches by the sound of a name (pinyin, jyutping, zhuyin initials), then matches in notes.",
    access: "session",
    request: z.object({
      keywords: z.string().trim().min(1).max(100),
      /** Messages take longer than all other kinds; a client requests them separately. */
      kinds: z.array(z.enum(paletteKinds)).min(1).max(paletteKinds.length).optional(),
    }),
    response: z.object({ list: z.array(PaletteHit) }),
  }),
};
