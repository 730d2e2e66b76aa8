import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BackupProvider } from "#modules/group-backup/port";
import { prepareListener } from "#platform/http/listener-for-tests";
import { backupProvider } from "./provider.ts";

let provider: BackupProvider;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { url: string; authorization: string }[];

const access = { phoneID: "886277000001", productID: "p-1", token: "token" };
const page = { keywords: undefined, pageNum: 1, pageSize: 20 };
const json =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

const listener = prepareListener(({ request }, response) => {
  asked.push({ url: request.url ?? "", authorization: request.headers.authorization ?? "" });
  answer(request, response);
});
beforeAll(() => {
  provider = backupProvider(`${listener.origin}/backup/`);
});
beforeEach(() => {
  asked = [];
});

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ reason }: { reason: string }) => reason,
  );

test("it queries with the token, at the phone's address", async () => {
  answer = json({ name: "櫃台手機" });
  expect(await provider.check(access)).toEqual({ phoneName: "櫃台手機" });
  answer = json({
    total: 1,
    groups: [{ id: "g", name: "家長群", members: 3, messages: 9, last_message_at: "2026-11-22T07:00:00Z" }],
  });
  expect((await provider.groups(access, { ...page, keywords: "家長&size=1" })).list).toEqual([
    { groupID: "g", name: "家長群", memberCount: 3, messageCount: 9, lastMessageTime: "2026-11-22T07:00:00Z" },
  ]);
  const phone = "/backup/v1/products/p-1/phones/886277000001";
  expect(asked).toEqual([
    { url: phone, authorization: "Bearer token" },
    { url: `${phone}/groups?page=1&size=20&q=%E5%AE%B6%E9%95%B7%26size%3D1`, authorization: "Bearer token" },
  ]);
});

test("kinds that are not known are shown by name, and only pictures have one", async () => {
  const of = (type: string) => ({
    id: type,
    sender: { name: "林老師", phone: "" },
    type,
    text: "報名表.pdf",
    media_id: "m",
    sent_at: "2026-11-22T07:00:00+08:00",
  });
  answer = json({ total: 3, messages: ["text", "image", "poll"].map(of) });
  const { list } = await provider.messages(access, "g", page);
  expect(list.map(({ kind, pictureID }) => [kind, pictureID])).toEqual([
    ["text", null],
    ["image", "m"],
    ["file", null],
  ]);
});

test.each([
  [401, "refused"],
  [403, "refused"],
  [404, "unknownPhone"],
  [429, "rateLimited"],
  [302, "unavailable"],
  [500, "unavailable"],
  [503, "unavailable"],
])("an answer of %i means %s", async (status, reason) => {
  answer = json({ error: {} }, status);
  expect(await reasonOf(provider.check(access))).toBe(reason);
});

test("an unreadable or missing answer counts as an unavailable service", async () => {
  answer = json({ name: 7 });
  expect(await reasonOf(provider.check(access))).toBe("unavailable");
  answer = (_, response) => response.end("<html>");
  expect(await reasonOf(provider.check(access))).toBe("unavailable");
  answer = (request) => request.socket.destroy();
  expect(await reasonOf(provider.check(access))).toBe("unavailable");
  answer = json({ total: 1, groups: [{ id: "g" }] });
  expect(await reasonOf(provider.groups(access, page))).toBe("unavailable");
});

test("ids that would change the address, and invalid tokens, are never sent", async () => {
  answer = json({ name: "" });
  for (const phoneID of ["../admin", "a/b", "", "a?b"]) {
    expect(await reasonOf(provider.check({ ...access, phoneID }))).toBe("unknownPhone");
  }
  for (const token of ["a\r\nb", "密", " "])
    expect(await reasonOf(provider.check({ ...access, token }))).toBe("refused");
  expect(asked).toEqual([]);
});

test("only pictures are passed on", async () => {
  const bytes = (contentType: string) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": contentType }).end("bytes");
  };
  answer = bytes("image/png");
  expect((await provider.picture(access, "g", "m")).contentType).toBe("image/png");
  for (const type of ["text/html", "image/svg+xml", ""]) {
    answer = bytes(type);
    expect(await reasonOf(provider.picture(access, "g", "m"))).toBe("notFound");
  }
});
