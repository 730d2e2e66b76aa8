// @vitest-environment happy-dom

import { member } from "@homeroom/contract/member";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { api } from "./api.ts";
import { watchForPerson } from "./idle.ts";

const minute = 60_000;
let sent: (string | undefined)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  sent = [];
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers["idle"]);
    return Response.json({ success: true, resultData: [] });
  });
  watchForPerson();
  window.dispatchEvent(new Event("keydown"));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

async function callAfter(minutes: number) {
  vi.setSystemTime(Date.now() + minutes * minute);
  await api.call(member.branchList, {});
  return sent.at(-1);
}

it("counts a call as made by the person for five minutes after their last activity", async () => {
  expect(await callAfter(4)).toBeUndefined();
  expect(await callAfter(2)).toBe("1");
});

it.each(["pointerdown", "pointermove", "wheel", "touchstart", "keydown"])(
  "counts calls as the person's again after %s, wherever the page handles it",
  async (sign) => {
    expect(await callAfter(60)).toBe("1");
    const button = document.body.appendChild(document.createElement("button"));
    onTestFinished(() => button.remove());
    button.addEventListener(sign, (event) => event.stopPropagation());
    button.dispatchEvent(new Event(sign, { bubbles: true }));
    expect(await callAfter(1)).toBeUndefined();
  },
);
