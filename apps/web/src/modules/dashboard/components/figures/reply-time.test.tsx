// @vitest-environment happy-dom
import { type AnswerRow, type DashboardFigures, dashboard } from "@homeroom/contract/dashboard";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { ReplyTime } from "./reply-time.tsx";

const frame = { range: { start: "2026-11-20", end: "2026-11-26" }, own: false, choice: { days: 7 as const } };
const all = { answers: 40, medianMinutes: 90, quick: 10 };
const office = { answers: 40, medianMinutes: 12, quick: 30 };
const row = {
  messageId: "019aaaaa-0000-7000-8000-000000000001",
  leadId: "019aaaaa-0000-7000-8000-000000000002",
  ...{ nickname: "Ms Li", answeredBy: null, minutes: 600, officeMinutes: 5 },
  ...{ waitedSince: "2026-11-25T15:00:00.000Z", answeredAt: "2026-11-26T01:05:00.000Z" },
} as AnswerRow;
const page = { list: [row], total: 1, totalIsEstimate: false, pageNum: 1, pageSize: 50, nextCursor: null };
const server = [answers(dashboard.answerList, page)];

function figuresWith(officeReply: DashboardFigures["officeReply"]) {
  const none = { answers: 0, medianMinutes: null, quick: 0 };
  return { reply: all, compareReply: none, officeReply, compareOfficeReply: officeReply && none };
}

it("shows the wait at any hour, and offers office hours only if there are any", () => {
  show(<ReplyTime figures={figuresWith(null)} frame={frame} />);
  expect(screen.getByText("25%")).toBeTruthy();
  expect(screen.queryByText("Office hours")).toBeNull();
});

it("counts in office hours on request, in the list of answers too", async () => {
  const { person, sentTo } = show(<ReplyTime figures={figuresWith(office)} frame={frame} />, { server });
  await person.click(screen.getByText("Office hours"));
  expect(screen.getByText("75%")).toBeTruthy();
  expect(screen.getByText("12 min")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: /40/ }));
  const answer = await screen.findByRole("link", { name: /Ms Li/ });
  expect(within(answer).getByText("5 min")).toBeTruthy();
  expect(sentTo(dashboard.answerList)).toMatchObject([{ inOfficeHours: true, start: "2026-11-20", end: "2026-11-26" }]);
});

const open = async (list: ReturnType<typeof answers>) => {
  const shown = show(<ReplyTime figures={figuresWith(null)} frame={frame} />, { server: [list] });
  await shown.person.click(screen.getByRole("button", { name: /40/ }));
  return shown;
};
const first = answers(dashboard.answerList, { ...page, total: 2, nextCursor: "2" });
const refused = refuses(dashboard.answerList, "TOO_MANY_REQUESTS");

it("keeps the answers when the next ones fail to load, says why, and retries", async () => {
  const second = { ...row, messageId: "019aaaaa-0000-7000-8000-000000000003" as never, nickname: "Mr Ho" };
  const next = answers(dashboard.answerList, { ...page, list: [second], total: 2 });
  const { person } = await open(inTurn(first, refused, next));
  await person.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText(/^Too many attempts/);
  screen.getByRole("link", { name: /Ms Li/ });
  expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(1);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: /Mr Ho/ });
  screen.getByRole("link", { name: /Ms Li/ });
});

it("says why the answers cannot be shown, and shows them after a retry", async () => {
  const { person } = await open(inTurn(refused, answers(dashboard.answerList, page)));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: /Ms Li/ })).toBeTruthy();
});

it("lists only the quick answers on request", async () => {
  const { person, sentTo } = await open(answers(dashboard.answerList, page));
  await screen.findByRole("link", { name: /Ms Li/ });
  await person.click(screen.getByRole("radio", { name: "Within 15 min" }));
  await expect.poll(() => sentTo(dashboard.answerList).at(-1)).toMatchObject({ quick: true, inOfficeHours: false });
});
