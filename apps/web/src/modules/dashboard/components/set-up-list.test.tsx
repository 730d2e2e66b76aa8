// @vitest-environment happy-dom
import { dashboard, type SetUpStep } from "@homeroom/contract/dashboard";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { SetUpList } from "./set-up-list.tsx";
import { WeeklyMail } from "./weekly-mail.tsx";

type Server = ReturnType<typeof answers>[];
const listOf = (open: SetUpStep[], done: SetUpStep[] = [], dismissed = false) =>
  answers(dashboard.setUpList, {
    steps: [...done.map((key) => ({ key, done: true })), ...open.map((key) => ({ key, done: false }))],
    dismissed,
  });
const updated = answers(dashboard.updateSetUp, null);
const open = (server: Server) => show(<SetUpList />, { server });
const dismiss = () => screen.findByRole("button", { name: /Do not show again/ });

it("shows open steps with the progress, and folds finished ones", async () => {
  open([listOf(["lead", "staff"], ["whatsapp"])]);
  await screen.findByText("1 of 3 done");
  const addresses = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses.slice(0, 2)).toEqual(["/lead/list?import=new", "/staff/list?new=1"]);
  screen.getByText("1 step done");
});

it("says so when everything is set up", async () => {
  open([listOf([], ["whatsapp", "lead"])]);
  expect(await screen.findByText("Everything is set up")).toBeTruthy();
});

it.each([
  ["was dismissed", listOf(["lead"], [], true)],
  ["has no steps for the reader", listOf([])],
])("shows nothing of a list that %s", async (_why, list) => {
  const { sentTo } = open([list]);
  await waitFor(() => expect(sentTo(dashboard.setUpList)).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
});

it("dismisses the list once, however often it is pressed, and restores it with Undo", async () => {
  const lists = inTurn(listOf(["lead"]), listOf(["lead"], [], true), listOf(["lead"]));
  const answer = Promise.withResolvers<void>();
  const { person, sentTo } = open([lists, later(updated, answer.promise)]);
  fireEvent.click(await dismiss());
  await waitFor(async () => expect((await dismiss()).className).toContain("loading"));
  fireEvent.click(await dismiss());
  answer.resolve();
  await screen.findByText("The list is hidden");
  expect(sentTo(dashboard.updateSetUp)).toEqual([{ dismissed: true }]);
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await dismiss();
  expect(sentTo(dashboard.updateSetUp)[1]).toEqual({ dismissed: false });
});

it("keeps the list and says why it could not be dismissed", async () => {
  const { person } = open([listOf(["lead"]), refuses(dashboard.updateSetUp, "TOO_MANY_REQUESTS")]);
  await person.click(await dismiss());
  await screen.findByText(/^Too many attempts/);
  screen.getByText("Import your leads");
  expect(screen.queryByText("The list is hidden")).toBeNull();
});

it("ticks only the step that the product cannot detect when it is opened", async () => {
  const { person, sentTo } = open([listOf(["roles", "lead"]), updated]);
  await person.click(await screen.findByRole("link", { name: /^Import leads/ }));
  await person.click(screen.getByRole("link", { name: /^Roles/ }));
  await waitFor(() => expect(sentTo(dashboard.updateSetUp)).toEqual([{ done: "roles" }]));
});

const mailOf = (subscribed: boolean) =>
  answers(dashboard.weeklyMail, { subscribed, email: "ann@x.test", branch: "East", timeZone: "Asia/Hong_Kong" });
const mail = () => screen.findByRole("switch");
const isOn = async () => (await mail()).getAttribute("aria-checked") === "true";

it("subscribes to the weekly mail at once, before the server has answered", async () => {
  const answer = Promise.withResolvers<void>();
  const saving = later(answers(dashboard.saveWeeklyMail, null), answer.promise);
  const { person, sentTo } = show(<WeeklyMail />, { server: [inTurn(mailOf(false), mailOf(true)), saving] });
  await person.click(await mail());
  expect(await isOn()).toBe(true);
  answer.resolve();
  await waitFor(() => expect(sentTo(dashboard.weeklyMail)).toHaveLength(2));
  expect([await isOn(), sentTo(dashboard.saveWeeklyMail)]).toEqual([true, [{ subscribed: true }]]);
});

it("reverts the switch for the weekly mail and says why the subscription failed", async () => {
  const server = [mailOf(false), refuses(dashboard.saveWeeklyMail, "TOO_MANY_REQUESTS")];
  const { person } = show(<WeeklyMail />, { server });
  await person.click(await mail());
  await screen.findByText(/^Too many attempts/);
  await waitFor(async () => expect(await isOn()).toBe(false));
});
