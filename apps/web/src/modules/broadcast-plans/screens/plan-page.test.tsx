// @vitest-environment happy-dom
import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { emailTemplates } from "@homeroom/contract/email-templates";
import { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { targets } from "@homeroom/contract/targets";
import { useQueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { Navigate, Route, Routes } from "react-router";
import { expect, it, onTestFinished } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { PlanPage } from "./plan-page.tsx";

const recordID = RecordId.parse("0190c3a0-0000-7000-8000-0000000000aa");
const counters = {
  ...{ total: 0, excluded: 0, success: 0, accepted: 0, delivered: 0, read: 0, replied: 0, clicked: 0, failed: 0 },
};
const plan = {
  ...{ recordID, name: "Summer", version: 4, kind: "whatsapp", state: "pending", pausedTime: null, curve: [] },
  ...{
    channel: null,
    template: null,
    emailTemplate: null,
    branch: null,
    counters,
    scheduleTime: null,
    startTime: null,
  },
  ...{
    variables: {},
    targets: [],
    filter: null,
    filterNames: {},
    numbers: [],
    numberCount: 0,
    reasons: [],
    problem: null,
    endTime: null,
  },
};
const page = { list: [], total: 0, totalIsEstimate: false, pageNum: 1, pageSize: 100, nextCursor: null };
const server = () => [
  answers(broadcastPlans.info, plan as never),
  answers(messageTemplates.list, { ...page, channels: [] }),
  answers(emailTemplates.list, { ...page, senders: [] }),
  answers(targets.open, page as never),
];

function Screens() {
  const client = useQueryClient();
  return (
    <>
      <button type="button" onClick={() => void client.invalidateQueries()}>
        Look again
      </button>
      <Routes>
        <Route path="screen" element={<Navigate to={`/plan/${recordID}`} />} />
        <Route path="plan/:recordID" element={<PlanPage />} />
      </Routes>
    </>
  );
}

it("keeps the input when the server cannot be reached for a moment", async () => {
  const reached = server();
  const { person, sentTo } = show(<Screens />, { perms: ["bulk:plan:edit"], server: reached });
  await person.click(await screen.findByRole("button", { name: "Edit" }));
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  await person.type(name, " camp");
  reached.length = 0;
  const asked = sentTo(broadcastPlans.info).length;
  await person.click(screen.getByRole("button", { name: "Look again", hidden: true }));
  await waitFor(() => expect(sentTo(broadcastPlans.info).length).toBeGreaterThan(asked));
  await screen.findAllByRole("alert");
  expect(name.isConnected).toBe(true);
  expect(name.value).toBe("Summer camp");
});

it("names the conditions of a plan with the names that came with it", async () => {
  const statusId = "0190c3a0-0000-7000-8000-0000000000bb";
  const filter = { status: [statusId], hasPhone: true, birthMonth: 3 };
  const named = { ...plan, filter, filterNames: { [statusId]: "Wants a trial" } };
  show(<Screens />, { server: [answers(broadcastPlans.info, named as never), ...server()] });
  const words = "Status is: Wants a trial; Birth month: March; Has a phone number";
  expect(await screen.findByText(words)).toBeTruthy();
});

it("says what happened if there is nothing to show", async () => {
  show(<Screens />, { server: [] });
  expect((await screen.findByRole("alert")).textContent).toContain("Try again");
});

it("shows results once it has started, and no zeros before", async () => {
  const started = { ...plan, state: "running", startTime: "2026-11-27T04:00:00Z" };
  const details = answers(broadcastPlans.details, page as never);
  show(<Screens />, { server: server() });
  await screen.findByRole("heading", { name: "Summer" });
  expect(screen.queryByText("Results")).toBeNull();
  cleanup();
  show(<Screens />, { server: [answers(broadcastPlans.info, started as never), details, ...server()] });
  await screen.findByText("Results");
});

it("shows the recipients of a plan that is sent again instead of the first plan's choice", async () => {
  const again = { ...plan, filter: { newWithinDays: 30 }, sourceRecordID: recordID, sourcePart: "failed" };
  show(<Screens />, { server: [answers(broadcastPlans.info, again as never), ...server().slice(1)] });
  const link = await screen.findByRole("link", { name: "People whose message failed in the earlier plan" });
  expect(link.getAttribute("href")).toBe(`/admessage/plan/${recordID}`);
  expect(screen.queryByText(/30 days/)).toBeNull();
});

it("says why a plan of mails still runs when their servers put the last ones off", async () => {
  const putOff = { count: 3, nextTime: "2026-11-20T10:04:00Z" };
  const row = {
    ...{ recordID: "1", leadId: null, nickname: "Chan", phone: "", email: "chan@school.test", state: "waiting" },
    ...{ result: "waiting", reason: null, detail: "451 4.7.1 Try again later", nextTryTime: "2026-11-20T10:04:00Z" },
    ...{ sendTime: null, deliveredTime: null, readTime: null, replyTime: null, clickTime: null },
  };
  const info = { ...plan, kind: "email", state: "running", startTime: "2026-11-20T10:00:00Z", putOff };
  const rows = answers(broadcastPlans.details, { ...page, list: [row], total: 1 } as never);
  show(<Screens />, { server: [answers(broadcastPlans.info, info as never), rows], height: 600 });
  expect(await screen.findByText(/^Everyone else was dealt with\. 3 mails were put off/)).toBeTruthy();
  const reason = await screen.findByText(/^Put off by the mail server\. Tried again at/);
  expect(reason.title).toBe("451 4.7.1 Try again later");
});

it("says on a phone too why somebody was not reached", async () => {
  const view = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  view.happyDOM.setViewport({ width: 390 });
  onTestFinished(() => view.happyDOM.setViewport({ width: 1024 }));
  const row = {
    ...{ recordID: "1", leadId: null, nickname: "Chan", phone: "", email: "chan@school.test", state: "failed" },
    ...{ result: "failed", reason: "mailboxFull", detail: "552", nextTryTime: null },
    ...{ sendTime: null, deliveredTime: null, readTime: null, replyTime: null, clickTime: null },
  };
  const info = { ...plan, kind: "email", state: "completed", startTime: "2026-11-20T10:00:00Z", putOff: null };
  const rows = answers(broadcastPlans.details, { ...page, list: [row], total: 1 } as never);
  show(<Screens />, { server: [answers(broadcastPlans.info, info as never), rows], height: 600 });
  expect(await screen.findByText("The mailbox is full. Try again in a few days.")).toBeTruthy();
});
