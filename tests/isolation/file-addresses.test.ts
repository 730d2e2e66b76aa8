import { chat } from "@homeroom/contract/chat";
import { signedAddress } from "@homeroom/server/modules/files/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendCall } from "../harness/send-call.ts";
import { picture } from "./picture.ts";
import { createRows, type Rows } from "./rows.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
let rows: Rows;

beforeAll(async () => {
  world = await createWorld();
  const { ours, numbers, owner } = world;
  const customer = { phone: "85261660001", name: "別家的客戶" };
  const of = { number: numbers.first, branchId: ours.branchIds[0], customer, sales: owner.accountId };
  rows = await createRows(world, { ...of, writer: owner });
});
afterAll(() => world?.close());

function changed(change: Record<string, string>): string {
  const address = new URL(rows.fileUrl, world.url);
  for (const [name, value] of Object.entries(change)) address.searchParams.set(name, value);
  return address.href;
}

async function refusal(address: string): Promise<string> {
  const answer = await fetch(address);
  const body = (await answer.json()) as { name: string };
  return `${answer.status} ${body.name}`;
}

test("a signed address gives the file to anyone who has it, and nothing that a browser would run", async () => {
  const answer = await fetch(world.url + rows.fileUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(answer.headers.get("cache-control")).toContain("private");
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
});

test("a forged, extended or expired address gives nothing", async () => {
  const { searchParams } = new URL(rows.fileUrl, world.url);
  const later = String(Number(searchParams.get("expires")) + 3_600_000);
  const signature = searchParams.get("signature") ?? "";
  const turned = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  for (const address of [
    changed({ expires: later }),
    changed({ signature: turned }),
    changed({ signature: signature.slice(0, -1) }),
    changed({ signature: "" }),
    changed({ id: rows.leadId }),
  ])
    expect(await refusal(address)).toBe("404 NOT_FOUND");

  const hoursAgo = signedAddress(world.base.platform.secrets, rows.fileId, Date.now() - 3 * 3_600_000);
  expect(await refusal(world.url + hoursAgo)).toBe("404 NOT_FOUND");
  const now = signedAddress(world.base.platform.secrets, rows.fileId, Date.now());
  expect((await fetch(world.url + now)).status).toBe(200);
});

test("an address with malformed parts is refused without an error of ours", async () => {
  const changes: Record<string, string>[] = [
    { id: "1" },
    { id: "../../etc/passwd" },
    { expires: "soon" },
    { expires: "9".repeat(40) },
  ];
  for (const change of changes) {
    const answer = await fetch(changed(change));
    expect([400, 404, 422]).toContain(answer.status);
  }
});

test("a file that belongs to one person cannot be sent by another", async () => {
  const { limited, owner } = world;
  await world.hold(["chat:message:query", "chat:message:all", "chat:message:send"]);
  const request = { leadId: rows.leadId, type: "image" as const, fileID: rows.fileId };
  // Otherwise the person who wrote last holds the conversation; this test is about the file only.
  await world.base.owner.query("delete from conversation_hold where conversation_id = $1", [rows.conversationId]);
  const answer = await sendCall(world.url, chat.sendMessage, request, { token: limited.token });
  expect(answer.status).toBe(422);
  expect((await sendCall(world.url, chat.sendMessage, request, { token: owner.token })).status).toBe(200);
});

test("a file that pretends to be a picture is refused on upload", async () => {
  const { owner } = world;
  const page = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
  for (const content of [page, "<!doctype html><script>alert(1)</script>", "MZ\u0090\u0000"]) {
    const file = { name: picture.name, content: new Blob([content], { type: "image/png" }) };
    const answer = await sendCall(world.url, chat.uploadFile, {}, { token: owner.token, file });
    expect([400, 415, 422], answer.text).toContain(answer.status);
  }
});
