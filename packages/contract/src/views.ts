import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId, RoleId } from "./ids.ts";

/** The name under which a screen stores its views: "leads", "staff". */
const Screen = z.string().regex(/^[a-z][a-zA-Z-]{0,39}$/);

const SavedView = z.object({
  recordID: RecordId,
  name: z.string(),
  /** Filters as in the address: "keywords=陳&status=1,2". */
  query: z.string(),
  /** Everyone of the organisation sees it. */
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** The caller starts with it, by one of their roles. */
  isDefault: z.boolean(),
  /** The roles that start with it; empty for callers who cannot change that. */
  roleIds: z.array(RoleId),
  creator: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

export const views = {
  list: endpoint("GET /api_basic/View", {
    summary: "The saved views of a screen: the caller's own and the shared ones, by name.",
    access: "session",
    request: z.object({ screen: Screen }),
    response: z.array(SavedView),
  }),
  save: endpoint("POST /api_basic/View", {
    summary:
      "Saves filters under a name. The caller's own view with that name is replaced; at most 50 for each screen.",
    access: "session",
    request: z.object({
      screen: Screen,
      name: z.string().trim().min(1).max(40),
      query: z.string().min(1).max(2000),
      isShared: z.boolean().default(false),
    }),
    response: z.object({ recordID: RecordId }),
    errors: ["SETTING_LIMIT_REACHED"],
  }),
  remove: endpoint("DELETE /api_basic/View/{id}", {
    summary: "Removes a view: the caller's own, or a shared one with the right to edit roles.",
    access: "session",
    request: z.object({ id: RecordId }),
    response: z.null(),
  }),
  setDefault: endpoint("PUT /api_basic/View/{id}/default", {
    summary: "Sets the roles that start with the view; it is shared from then on.",
    access: "sys:role:edit",
    request: z.object({ id: RecordId, roleIds: z.array(RoleId).max(200) }),
    response: z.null(),
  }),
};
