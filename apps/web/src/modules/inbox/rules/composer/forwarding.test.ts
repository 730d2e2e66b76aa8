import { MessageId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import type { ShownMessage } from "../shown-message.ts";
import { whyNotChosen, whyNotForwarded } from "./forwarding.ts";

const said = (given: Partial<ShownMessage> = {}) =>
  ({ kind: "text", file: null, revokedAt: null, outgoing: null, state: "received", ...given }) as ShownMessage;
const file = { url: "/file" } as ShownMessage["file"];

test("text and available files can be forwarded; others give a reason", () => {
  const place = said({ kind: "location", details: { latitude: 25, longitude: 121 } });
  expect([said(), said({ kind: "image", file }), place].map(whyNotForwarded)).toEqual([null, null, null]);
  const others = [
    said({ kind: "note" }),
    said({ revokedAt: "2026-11-22T00:00:00Z" }),
    said({ state: "cancelled" }),
    said({ outgoing: {} as ShownMessage["outgoing"] }),
    said({ kind: "template" }),
    said({ kind: "location", details: { latitude: 95, longitude: 121 } }),
    said({ kind: "document", file: { url: null } as ShownMessage["file"] }),
  ];
  expect(others.map(whyNotForwarded)).toEqual(["note", "gone", "gone", "onItsWay", "kind", "kind", "fileMissing"]);
});

test("at most ten, and a selected one can always be deselected", () => {
  const all = Array.from({ length: 11 }, (_, index) => said({ messageId: MessageId.parse(idOf(index)) }));
  const chosen = new Map(all.slice(0, 10).map((one) => [one.messageId, one] as const));
  expect(all.map((one) => whyNotChosen(one, chosen)).slice(8)).toEqual([null, null, "tooMany"]);
});

function idOf(index: number): string {
  return `0190aaaa-0000-7000-8000-0000000000${String(index).padStart(2, "0")}`;
}
