import fc from "fast-check";
import type { ListFilters } from "./client.ts";

const acts = [
  "write",
  "react",
  "revoke",
  "edit",
  "send",
  "status",
  "close",
  "snooze",
  "reopen",
  "read",
  "unread",
  "hold",
  "release",
] as const;
/** One step of a day at the inbox: somebody acts, the network or the socket does something, or another conversation is opened. */
export type Step =
  | { do: "act"; what: (typeof acts)[number]; talk: number; by: number }
  | { do: "hear" | "away" | "back" | "lose" | "hold" | "handOver" | "tick" }
  | { do: "open"; talk: number };

export const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("act"),
        what: fc.constantFrom(...acts),
        talk: fc.constantFrom(0, 0, 0, 1, 2, 3),
        by: fc.nat(1),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom("hear", "hear", "hear", "away", "back", "lose", "hold", "handOver", "tick"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("open"), talk: fc.nat(3) }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 8, maxLength: 30 },
);

export const shownFilters = fc.constantFrom<Pick<ListFilters, "filters" | "state" | "order">>(
  { filters: [], state: null, order: "latest" },
  { filters: [], state: "open", order: "latest" },
  { filters: ["NoReply"], state: "open", order: "wait" },
  { filters: ["CustomerUnread"], state: null, order: "latest" },
  { filters: ["NoReply"], state: "open", order: "window" },
  { filters: ["Under24h", "NoReply"], state: "closed", order: "latest" },
);
