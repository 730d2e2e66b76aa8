// @vitest-environment happy-dom
import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import { chatTemplates, type TemplateChoice } from "@homeroom/contract/chat-templates";
import { RecordId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, later, refuses } from "#ui/for-tests.ts";
import { cardOf, channelIdOf, messageOf, showInbox } from "../../../for-tests.ts";
import { TemplateDialog } from "./template-dialog.tsx";

const trial: TemplateChoice = {
  ...{ recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000001"), name: "trial_reminder", language: "en" },
  ...{ category: "utility", type: "text", header: "", pictureUrl: null, footer: "", buttons: [] },
  body: "Hello {{1}}, see you at {{2}}",
  places: [
    { key: "body.1", part: "body", sample: "Amy", value: "Customer 1" },
    { key: "body.2", part: "body", sample: "5 pm", value: "" },
  ],
};
const offer: TemplateChoice = {
  ...{ ...trial, recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"), name: "summer_offer" },
  ...{ language: "zh_HK", category: "marketing", body: "Half price", places: [] },
};
const free = { kind: "free", reason: null, left: null, amount: null, currency: "HKD" } as const;
const cost = answers(broadcastSettings.messageCost, { utility: free, marketing: free, service: free });
const sent = answers(chatTemplates.send, messageOf(1, { direction: "out", state: "queued" }));
const choices = (...list: TemplateChoice[]) => answers(chatTemplates.choices, { list });

function start(server: ReturnType<typeof answers>[], card = cardOf()) {
  const [onClose, onSent] = [vi.fn(), vi.fn()];
  const dialog = <TemplateDialog card={card} onClose={onClose} onSent={onSent} />;
  return { ...showInbox(dialog, { server: [...server, choices(trial, offer), cost] }), onClose, onSent };
}

async function fill(server: ReturnType<typeof answers>[] = [sent]) {
  const shown = start(server);
  await shown.person.click(await screen.findByRole("button", { name: /trial_reminder/ }));
  return shown;
}

const offered = () => screen.getAllByRole("listitem").map((one) => one.querySelector("b")?.textContent);
const search = (value: string) =>
  void fireEvent.change(screen.getByLabelText("Search name or text"), { target: { value } });
const place = (number: number) => screen.getByLabelText<HTMLInputElement>(`Variable ${number}`);
const write = (number: number, value: string) => void fireEvent.change(place(number), { target: { value } });
const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send" });

it("offers the templates of the current channel", async () => {
  const card = cardOf();
  const { sentTo } = start([], { ...card, channel: { ...card.channel, channelId: channelIdOf(2) } });
  await screen.findByRole("button", { name: /trial_reminder/ });
  expect(sentTo(chatTemplates.choices)).toEqual([{ leadId: card.leadId, channel: channelIdOf(2) }]);
});

it("finds templates by words of their name and text, and says when none match", async () => {
  start([]);
  await screen.findByRole("button", { name: /trial_reminder/ });
  search("half summer");
  expect(offered()).toEqual(["summer_offer"]);
  search("piano");
  expect(screen.getByText("No templates match")).toBeTruthy();
  search("");
  expect(offered()).toEqual(["trial_reminder", "summer_offer"]);
});

it("says why there is nothing to choose from", async () => {
  start([choices()]);
  await screen.findByText("No templates to send");
  expect(screen.queryByLabelText("Search name or text")).toBeNull();
});

it("offers another try when the templates could not be read", async () => {
  const { person } = start([inTurn(refuses(chatTemplates.choices, "SYSTEM_ERROR"), choices(trial))]);
  await person.click(await screen.findByRole("button", { name: /again/i }));
  await screen.findByRole("button", { name: /trial_reminder/ });
});

it("shows what the customer will see, and can be sent once every placeholder is filled in", async () => {
  const { person, sentTo, onSent, onClose } = await fill();
  expect(place(1).value).toBe("Customer 1");
  expect(screen.getByText("Hello Customer 1, see you at 5 pm")).toBeTruthy();
  expect(sendButton().disabled).toBe(true);
  write(2, "6 pm");
  await person.click(sendButton());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSent).toHaveBeenCalledOnce();
  expect(sentTo(chatTemplates.send)).toMatchObject([
    { templateID: trial.recordID, channel: channelIdOf(1), variables: { "body.1": "Customer 1", "body.2": "6 pm" } },
  ]);
});

it("sends nothing on Enter while a placeholder is empty, nor twice while it is being sent", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo, onClose } = await fill([later(sent, answer.promise)]);
  await person.type(place(1), "{Enter}");
  expect(sentTo(chatTemplates.send)).toEqual([]);
  write(2, "6 pm");
  await person.type(place(2), "{Enter}{Enter}");
  answer.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(chatTemplates.send)).toHaveLength(1);
});

it("keeps the values after a refusal, marks the wrong placeholder, and retries the same message", async () => {
  const wrong = [{ field: "variables.body.2", name: "FIELD_INVALID", message: "No line breaks" }] as const;
  const refused = refuses(chatTemplates.send, "TEMPLATE_MARKETING_TOO_SOON", wrong);
  const { person, sentTo, onSent, onClose } = await fill([inTurn(refused, sent)]);
  write(2, "6 pm");
  await person.click(sendButton());
  await screen.findByRole("alert");
  expect(onSent).not.toHaveBeenCalled();
  expect(place(2).value).toBe("6 pm");
  expect(place(2).className).toContain("error");
  expect(place(1).className).not.toContain("error");
  await person.click(await screen.findByRole("button", { name: "Send" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = sentTo(chatTemplates.send);
  expect(second).toEqual(first);
});

it("returns to the list, and explains what a marketing template means", async () => {
  const { person } = await fill();
  expect(screen.queryByText(/Marketing: one within 24 hours/)).toBeNull();
  await person.click(screen.getByRole("button", { name: "Choose another" }));
  await person.click(await screen.findByRole("button", { name: /summer_offer/ }));
  expect(screen.getByText(/Marketing: one within 24 hours/)).toBeTruthy();
  expect(screen.getByText("There is nothing to fill in.")).toBeTruthy();
  expect(sendButton().disabled).toBe(false);
});

it("requires a picture for a template without one, and cannot be sent before", async () => {
  const { person } = start([choices({ ...offer, type: "image" })]);
  await person.click(await screen.findByRole("button", { name: /summer_offer/ }));
  expect(screen.getByText(/its picture is not stored here/)).toBeTruthy();
  expect(sendButton().disabled).toBe(true);
});
