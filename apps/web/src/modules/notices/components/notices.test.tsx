// @vitest-environment happy-dom
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { type NoticeRow, notices } from "@homeroom/contract/notices";
import { defaultChoices, notifications } from "@homeroom/contract/notifications";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, later, question, refuses, show } from "#ui/for-tests.ts";
import { BellPanel } from "./bell/bell-panel.tsx";
import { EditNotice } from "./notice-form.tsx";
import { NoticePanel } from "./notice-panel.tsx";
import { NotificationPreferences } from "./preferences/notification-preferences.tsx";

const id = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const form: ResponseOf<typeof notices.form> = {
  ...{ id, title: "Closed on Monday", content: "<p>We rest.</p>", type: "general", level: "normal", targetType: 1 },
  ...{ targetIds: [], imageFileID: null, imageUrl: null, publishStatus: 0, version: 2 },
};
const row: NoticeRow = {
  ...{ id, recordID: id, title: form.title, type: "general", level: "normal", targetType: 1, publishStatus: 0 },
  ...{ publisherName: "", publishTime: null, revokeTime: null, creator: "Amy", createTime: "2026-11-20T10:00:00Z" },
  ...{ updateTime: "2026-11-20T10:00:00Z", targetCount: 7, readCount: 0, version: 2 },
};
const all: readonly Permission[] = [
  ...(["sys:notice:query", "sys:notice:edit", "sys:notice:delete", "sys:notice:publish", "sys:notice:revoke"] as const),
];
const pageOf = <Row,>(list: Row[]) => ({
  ...{ list, total: list.length, totalIsEstimate: false, pageNum: 1, pageSize: 20, nextCursor: null },
});
type Server = ReturnType<typeof answers>[];

async function open(publishStatus: number, server: Server = [], perms = all) {
  const onClose = vi.fn();
  const panel = <NoticePanel id={id} row={row} onEdit={() => {}} onClose={onClose} />;
  const around = [answers(notices.form, { ...form, publishStatus }), answers(notices.readers, pageOf([]))];
  const shown = show(panel, { perms, server: [...server, ...around] });
  await screen.findByText("We rest.");
  return { ...shown, onClose };
}

const verbs = ["Delete", "Edit", "Publish", "Revoke"];
const offered = () => verbs.filter((verb) => screen.queryByRole("button", { name: new RegExp(verb) }));
const press = (name: RegExp) => screen.getByRole("button", { name });

it.each<[string, number, readonly Permission[], string[]]>([
  ["draft", 0, all, ["Delete", "Edit", "Publish"]],
  ["published one", 1, all, ["Revoke"]],
  ["revoked one", -1, all, ["Delete", "Edit", "Publish"]],
  ["draft", 0, ["sys:notice:publish"], ["Publish"]],
  ["published one", 1, ["sys:notice:edit", "sys:notice:delete", "sys:notice:publish"], []],
])("offers for a %s (%i) with %j what can be done", async (_name, state, perms, expected) => {
  await open(state, [], perms);
  expect(offered()).toEqual(expected);
});

it("publishes only after saying how many people get it, based on the version that was shown", async () => {
  const { person, sentTo } = await open(0, [answers(notices.publish, null)]);
  await person.click(press(/Publish/));
  const asked = await question("Publish “Closed on Monday”?");
  expect(asked.getByText("7 people get it at once.")).toBeTruthy();
  expect(sentTo(notices.publish)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Publish", hidden: true }));
  await screen.findByText("Notice published");
  expect(sentTo(notices.publish)).toMatchObject([{ version: 2 }]);
});

it("does not say how many people get a notice while that is not known", async () => {
  const server = [answers(notices.form, form), answers(notices.readers, pageOf([]))];
  const panel = <NoticePanel id={id} row={undefined} onEdit={() => {}} onClose={() => {}} />;
  const { person } = show(panel, { perms: all, server });
  await screen.findByText("We rest.");
  await person.click(press(/Publish/));
  const asked = await question("Publish “Closed on Monday”?");
  expect(asked.getByText("Its recipients get it at once.")).toBeTruthy();
});

it("keeps the readers when the next ones fail to load, says why, and retries", async () => {
  const reader = (nickname: string) => ({ accountID: nickname, nickname, readTime: null });
  const first = answers(notices.readers, { ...pageOf([reader("Amy")]), total: 101, pageSize: 100 } as never);
  const next = answers(notices.readers, { ...pageOf([reader("Ben")]), total: 101, pageNum: 2, pageSize: 100 } as never);
  const refused = refuses(notices.readers, "TOO_MANY_REQUESTS");
  const { person } = await open(1, [inTurn(first, refused, next)]);
  await person.click(screen.getByRole("tab", { name: /Read by 0 of 7/ }));
  await person.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText(/^Too many attempts/);
  screen.getByText("Amy");
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Ben");
});

it("says why a notice cannot be edited, and opens its form after a retry", async () => {
  const server = [inTurn(refuses(notices.form, "TOO_MANY_REQUESTS"), answers(notices.form, form))];
  const targets = answers(notices.targets, { people: [], roles: [], branches: [] });
  const { person } = show(<EditNotice id={id} onClose={vi.fn()} onDone={vi.fn()} />, { server: [...server, targets] });
  await screen.findByRole("alert");
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Title")).value).toBe("Closed on Monday");
});

it("stays open when deleting is refused", async () => {
  const server = [refuses(notices.remove, "PERMISSION_DENIED")];
  const { person, sentTo, onClose } = await open(0, server);
  await person.click(press(/Delete/));
  const asked = await question("Delete “Closed on Monday”?");
  await person.click(asked.getByRole("button", { name: "Delete", hidden: true }));
  await screen.findByText("You have no permission");
  expect(sentTo(notices.remove)).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

function bell(counts: { notices: number; notifications: number }, server: Server = []) {
  const mine = { id, recordID: id, title: "Closed on Monday", type: "general", level: "urgent", excerpt: "We rest." };
  const lists = [
    answers(notices.unreadCount, { ...counts, urgent: [] }),
    answers(
      notices.myPage,
      pageOf([{ ...mine, publisherName: "Amy", publishTime: row.createTime, isRead: false }]) as never,
    ),
    answers(notifications.page, pageOf([])),
  ];
  const onNotice = vi.fn();
  return { ...show(<BellPanel onClose={() => {}} onNotice={onNotice} />, { server: [...server, ...lists] }), onNotice };
}

it("marks only the open tab as read", async () => {
  const server = [answers(notices.readAll, null), answers(notifications.readAll, null)];
  const { person, sentTo, onNotice } = bell({ notices: 2, notifications: 0 }, server);
  await screen.findByText("Nothing new");
  await person.click(screen.getByRole("tab", { name: /Notices/ }));
  await person.click(await screen.findByRole("button", { name: /Closed on Monday/ }));
  expect(onNotice).toHaveBeenCalledExactlyOnceWith(id);
  await person.click(press(/Mark all as read/));
  await waitFor(() => expect(sentTo(notices.readAll)).toHaveLength(1));
  expect(sentTo(notifications.readAll)).toEqual([]);
});

it("says why marking as read was refused", async () => {
  const { person } = bell({ notices: 0, notifications: 3 }, [refuses(notifications.readAll, "TOO_MANY_REQUESTS")]);
  await waitFor(() => expect(press(/Mark all as read/)).toHaveProperty("disabled", false));
  await person.click(press(/Mark all as read/));
  await screen.findByRole("alert");
});

const preferences: ResponseOf<typeof notifications.preferences> = {
  ...{ choices: defaultChoices, quietHours: null, timeZone: "Asia/Hong_Kong" },
} as never;
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

async function choose(server: Server) {
  const shown = show(<NotificationPreferences />, {
    server: [...server, answers(notifications.preferences, preferences)],
  });
  await box("A lead is assigned to you Sound");
  return shown;
}

it("saves a choice at once, together with the others", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo } = await choose([later(answers(notifications.savePreferences, null), answer.promise)]);
  await person.click(await box("A lead is assigned to you Sound"));
  expect((await box("A lead is assigned to you Sound")).checked).toBe(false);
  answer.resolve();
  const choices = { ...defaultChoices, "lead.assigned": { ...defaultChoices["lead.assigned"], sound: false } };
  expect(sentTo(notifications.savePreferences)).toEqual([{ choices, quietHours: null }]);
});

it("shows the old choice again when the new one is refused", async () => {
  const { person } = await choose([refuses(notifications.savePreferences, "PERMISSION_DENIED")]);
  await person.click(await box("A lead is assigned to you Sound"));
  await screen.findByText("You have no permission");
  expect((await box("A lead is assigned to you Sound")).checked).toBe(true);
});

it("has no choices for what is always on, nor for an event that is off", async () => {
  const { person } = await choose([answers(notifications.savePreferences, null)]);
  expect((await box("A notice is published In the app")).disabled).toBe(true);
  await person.click(await box("A lead is assigned to you In the app"));
  const mail = await box("A lead is assigned to you E-mail");
  expect([mail.checked, mail.disabled]).toEqual([false, true]);
});
