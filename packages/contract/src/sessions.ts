import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

/** A browser in which the caller is signed in. Names of browser and system are proper names; empty when unknown. */
const SessionRow = z.object({
  recordID: RecordId,
  browser: z.string(),
  system: z.string(),
  device: z.enum(["desktop", "phone", "tablet", "other"]),
  address: z.string(),
  branchName: z.string(),
  signInTime: z.string(),
  lastUsedTime: z.string(),
  /** Whether it is the caller's session. */
  isCurrent: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

export const sessions = {
  list: endpoint("GET /api_sso/Login/SessionList", {
    summary: "The caller's own open sessions: this one first, then by last use.",
    access: "session",
    request: z.object({}),
    response: z.array(SessionRow),
  }),
  end: endpoint("POST /api_sso/Login/EndSession", {
    summary: "Ends one of the caller's own sessions at once. One that has already ended is no error.",
    access: "session",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
    errors: ["NOT_FOUND"],
  }),
  endOthers: endpoint("POST /api_sso/Login/EndOtherSessions", {
    summary: "Ends all of the caller's other sessions.",
    access: "session",
    request: z.object({}),
    response: z.object({ ended: z.number().int() }),
  }),
};
