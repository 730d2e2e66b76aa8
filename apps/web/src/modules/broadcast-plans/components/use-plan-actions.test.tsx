// @vitest-environment happy-dom
import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { usePlanActions } from "./use-plan-actions.ts";

const recordID = RecordId.parse("0190c3a0-0000-7000-8000-0000000000aa");

function Again() {
  const { resend } = usePlanActions();
  return (
    <button type="button" onClick={() => void resend({ recordID, name: "Summer" }, "failed")}>
      Again
    </button>
  );
}

/** Presses twice and confirms each time; returns the ids of the requested plans. */
async function pressTwice(server: Parameters<typeof show>[1]): Promise<unknown[]> {
  const { person, sentTo } = show(<Again />, server);
  for (const times of [1, 2]) {
    await person.click(screen.getByRole("button", { name: "Again" }));
    const asked = await question("Summer");
    await person.click(asked.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(sentTo(broadcastPlans.resend)).toHaveLength(times));
    await waitFor(() => expect(screen.queryAllByRole("dialog")).toEqual([]));
  }
  return sentTo(broadcastPlans.resend).map((sent) => (sent as { newID?: string }).newID);
}

it("requests the same plan again while the server has not answered", async () => {
  const [one, other] = await pressTwice({ server: [] });
  expect(one).toEqual(expect.any(String));
  expect(other).toBe(one);
});

it.each([
  ["made", answers(broadcastPlans.resend, { recordID })],
  ["refused", refuses(broadcastPlans.resend, "PLAN_RESEND_RUNNING")],
])("asks for another plan once the first was %s", async (_what, answer) => {
  const [one, other] = await pressTwice({ server: [answer] });
  expect(other).toEqual(expect.any(String));
  expect(other).not.toBe(one);
});
