// @vitest-environment happy-dom
import { broadcastPlans, type PlanInfo } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { draftOf } from "../rules/plan-draft.ts";
import { SavedMeanwhile } from "./saved-meanwhile.tsx";
import { usePlanSaving } from "./use-plan-saving.ts";

const counters = {
  ...{ total: 0, excluded: 0, success: 0, accepted: 0, delivered: 0, read: 0, replied: 0, clicked: 0, failed: 0 },
};
const plan: PlanInfo = {
  ...{ recordID: RecordId.parse("0190c3a0-0000-7000-8000-0000000000aa"), name: "Summer", version: 4 },
  ...{
    kind: "whatsapp",
    state: "draft",
    status: "draft",
    pausedTime: null,
    pauseReason: null,
    mailFailure: null,
    putOff: null,
    isEnding: false,
    quietUntil: null,
  },
  ...{ waitsForAnswers: false, needsApproval: false, problem: null, channel: null, template: null, branch: null },
  ...{ emailTemplate: null, counters, scheduleTime: null, startTime: null, endTime: null, creator: "", updater: "" },
  ...{
    createTime: "",
    updateTime: "",
    variables: {},
    targets: [],
    filter: null,
    filterNames: {},
    numbers: [],
    numberCount: 0,
  },
  ...{ perMinute: null, spreadHours: null, mostUnanswered: null, approver: "", approveTime: null, canApprove: false },
  ...{ sourceRecordID: null, sourcePart: null, reasons: [], curve: [] },
};

function Wizard({ of }: { of: PlanInfo | null }) {
  const [draft, setDraft] = useState(() => draftOf(of, false));
  const { next, submit, busy, bothChanged } = usePlanSaving({ plan: of, draft, setDraft, onClose: () => undefined });
  return (
    <>
      <button type="button" onClick={() => setDraft({ ...draft, name: "Mine", numbers: ["+85291234001"] })}>
        Write
      </button>
      <button type="button" onClick={next} disabled={busy}>
        Next
      </button>
      <button type="button" onClick={submit}>
        Send
      </button>
      {bothChanged && <SavedMeanwhile both={bothChanged} />}
    </>
  );
}

async function pressNext(person: ReturnType<typeof show>["person"]): Promise<void> {
  await person.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Next" })).toHaveProperty("disabled", false));
}

it("each save names the version from the one before", async () => {
  const server = [answers(broadcastPlans.edit, { version: 5 })];
  const { person, sentTo } = show(<Wizard of={plan} />, { server });
  await pressNext(person);
  await pressNext(person);
  expect(sentTo(broadcastPlans.edit)).toMatchObject([{ version: 4 }, { version: 5 }]);
});

it("the first edit of a new plan names the version of its creation", async () => {
  const { recordID } = plan;
  const server = [answers(broadcastPlans.add, { recordID, version: 1 }), answers(broadcastPlans.edit, { version: 2 })];
  const { person, sentTo } = show(<Wizard of={null} />, { server });
  await pressNext(person);
  await pressNext(person);
  expect(sentTo(broadcastPlans.add)).toHaveLength(1);
  expect(sentTo(broadcastPlans.edit)).toMatchObject([{ version: 1 }]);
});

it("changes saved by somebody else are merged, and the writer sees where both changed the plan", async () => {
  const theirs: PlanInfo = { ...plan, name: "Theirs", perMinute: 60, version: 7 };
  const server = [refuses(broadcastPlans.edit, "STALE_DATA"), answers(broadcastPlans.info, theirs)];
  const { person, sentTo } = show(<Wizard of={plan} />, { server });
  await person.click(screen.getByRole("button", { name: "Write" }));
  await pressNext(person);
  const said = (await screen.findByRole("alert")).textContent;
  expect(said).toContain("Someone saved this while you were writing");
  expect(said).toContain("You both changed: Who. Yours is kept.");
  await pressNext(person);
  expect(sentTo(broadcastPlans.edit)[1]).toMatchObject({
    ...{ version: 7, name: "Mine", numbers: ["+85291234001"], perMinute: 60 },
  });
});

it.each([
  ["is about to be sent", null],
  ["is scheduled", "2026-12-20T11:00:00Z"],
])("a plan that was handed over %s", async (words, scheduleTime) => {
  const server = [answers(broadcastPlans.edit, { version: 5 })];
  const { person } = show(<Wizard of={{ ...plan, scheduleTime }} />, { server });
  await person.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(`“Summer” ${words}`)).toBeTruthy();
});
