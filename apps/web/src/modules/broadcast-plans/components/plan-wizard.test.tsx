// @vitest-environment happy-dom
import { broadcastPlans, type PlanInfo } from "@homeroom/contract/broadcast-plans";
import { emailTemplates } from "@homeroom/contract/email-templates";
import { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { targets } from "@homeroom/contract/targets";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, later, question, refuses, show } from "#ui/for-tests.ts";
import { PlanWizard } from "./plan-wizard.tsx";

const page = { list: [], total: 0, totalIsEstimate: false, pageNum: 1, pageSize: 100, nextCursor: null };
const recordID = RecordId.parse("0190c3a0-0000-7000-8000-0000000000aa");
const server = [
  answers(messageTemplates.list, { ...page, channels: [] }),
  answers(emailTemplates.list, { ...page, senders: [] }),
  answers(targets.open, page),
  answers(broadcastPlans.add, { recordID, version: 1 }),
];

/** A new plan with a name and a number. */
async function written(around: Parameters<typeof show>[1] = {}) {
  const onClose = vi.fn();
  const { person, sentTo } = show(<PlanWizard plan={null} onClose={onClose} />, { server, ...around });
  await person.type(await screen.findByLabelText("Name"), "Summer");
  await person.type(screen.getByPlaceholderText("+852 9123 4567"), "+852 9123 4001");
  return { person, sentTo, onClose };
}

it("says what a step still needs", async () => {
  const { person } = show(<PlanWizard plan={null} onClose={vi.fn()} />, { server });
  const next = () => screen.getByRole<HTMLButtonElement>("button", { name: "Next" });
  await screen.findByText("Enter a name");
  expect(next().disabled).toBe(true);
  await person.type(screen.getByLabelText("Name"), "Summer");
  await screen.findByText("Choose recipients");
  await person.type(screen.getByPlaceholderText("+852 9123 4567"), "+852 9123 4001");
  await waitFor(() => expect(next().disabled).toBe(false));
  expect(screen.queryByText("Choose recipients")).toBeNull();
});

it.each([
  ["Summer", "Summer (copy)"],
  ["S".repeat(100), `${"S".repeat(90)} (copy)`],
])("names the copy of “%s” “%s”, so that the two can be told apart", async (name, copied) => {
  const plan = { recordID, name, kind: "whatsapp", targets: [], numbers: [], variables: {}, filter: null };
  show(<PlanWizard plan={plan as object as PlanInfo} isCopy onClose={vi.fn()} />, { server });
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe(copied);
});

it("asks before it discards unsaved input", async () => {
  const { person, onClose } = await written();
  await person.click(screen.getByRole("button", { name: "Close" }));
  const asked = await question("Unsaved changes");
  await person.click(asked.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Summer");

  await person.click(screen.getByRole("button", { name: "Close" }));
  await person.click((await question("Unsaved changes")).getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("closes at once if everything is saved, or nothing was entered", async () => {
  const { person, sentTo, onClose } = await written();
  await person.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(sentTo(broadcastPlans.add)).toHaveLength(1));
  await screen.findByRole("button", { name: "Back" });
  await person.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("keeps numbers that are typed while a file is read", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const found = { validCount: 1, invalidCount: 0, duplicateCount: 0, numbers: ["85291234002"], errors: [] };
  const reads = later(answers(broadcastPlans.importNumbers, found), promise);
  const { person } = show(<PlanWizard plan={null} onClose={vi.fn()} />, { server: [reads, ...server] });
  const field = await screen.findByPlaceholderText<HTMLTextAreaElement>("+852 9123 4567");
  await person.upload(screen.getByLabelText("Import a text file"), new File(["85291234002"], "numbers.txt"));
  await person.type(field, "+85291234001");
  resolve();
  await waitFor(() => expect(field.value).toBe("+85291234001\n+85291234002"));
});

it("names each refused number until the numbers are changed", async () => {
  const faults = [2, 3].map((line) => ({
    field: "numbers",
    name: "PLAN_NUMBER_INVALID" as const,
    message: `Number ${line} is not valid`,
  }));
  const refusing = [refuses(broadcastPlans.add, "PLAN_NUMBER_INVALID", faults), ...server];
  const { person } = show(<PlanWizard plan={null} onClose={vi.fn()} />, { server: refusing });
  await person.type(await screen.findByLabelText("Name"), "Summer");
  const field = screen.getByPlaceholderText("+852 9123 4567");
  await person.type(field, "+85291234001{Enter}12{Enter}13");
  await person.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("Number 2 is not valid");
  screen.getByText("Number 3 is not valid");
  await person.type(field, "4");
  expect(screen.queryByText("Number 3 is not valid")).toBeNull();
});

it.each([
  ["no number", [], /No WhatsApp number is connected/],
  [
    "a number without templates",
    [{ channelId: "0190c3a0-0000-7000-8000-0000000000bb", name: "Desk", open: true }],
    /no approved/,
  ],
])("says what comes first where there is %s", async (_, channels, words) => {
  const templates = answers(messageTemplates.list, { ...page, channels } as never);
  const { person } = await written({ server: [templates, ...server] });
  await person.click(screen.getByRole("button", { name: "Next" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
});

it.each([[["org:whatsapp:edit"] as const], [[]]])("says that the plan's number sends nothing: %#", async (perms) => {
  const channels = [{ channelId: "0190c3a0-0000-7000-8000-0000000000bb", name: "Desk", open: false }];
  const templates = answers(messageTemplates.list, { ...page, channels } as never);
  const { person } = await written({ server: [templates, ...server], perms });
  await person.click(screen.getByRole("button", { name: "Next" }));
  const said = await screen.findByText(/“Desk” is off, restricted or not connected/);
  expect(within(said).queryByRole("link", { name: "WhatsApp settings" }) !== null).toBe(perms.length > 0);
});
