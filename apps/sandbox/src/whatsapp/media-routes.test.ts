import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorOf, PHONE_NUMBER_ID, type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";

const CUSTOMER = "886912345678";
const product = { messaging_product: "whatsapp" };
const AUTH = { authorization: "Bearer demo-access-token" };

describe("media", () => {
  let sandbox: RunningTestSandbox;

  beforeEach(async () => {
    sandbox = await runSandbox();
  });

  afterEach(() => sandbox.close());

  const upload = async (bytes: Buffer, type: string, fields: Record<string, string> = product) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("type", type);
    form.append("file", new Blob([new Uint8Array(bytes)], { type }), "file");
    const answer = await fetch(`${sandbox.url}/v23.0/${PHONE_NUMBER_ID}/media`, {
      method: "POST",
      body: form,
      headers: AUTH,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("stores a file, describes it, and returns it only with the token", async () => {
    const bytes = Buffer.from("not really a jpeg");
    const { status, body } = await upload(bytes, "image/jpeg");
    expect(status).toBe(200);
    const { body: facts } = await sandbox.graph("GET", `/${String(body.id)}?phone_number_id=${PHONE_NUMBER_ID}`);
    expect(facts).toMatchObject({
      id: body.id,
      mime_type: "image/jpeg",
      file_size: bytes.length,
      messaging_product: "whatsapp",
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    const url = String(facts.url);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url.replace(/hash=.{5}/, "hash=AAAAA"), { headers: AUTH })).status).toBe(404);
    const file = await fetch(url, { headers: AUTH });
    expect([file.status, Buffer.from(await file.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
  });

  it("forgets a deleted file", async () => {
    const { body } = await upload(Buffer.from("x"), "application/pdf");
    expect((await sandbox.graph("DELETE", `/${String(body.id)}`)).body).toEqual({ success: true });
    expect(errorOf(await sandbox.graph("GET", `/${String(body.id)}`)).error_subcode).toBe(33);
    expect((await sandbox.graph("DELETE", `/${String(body.id)}`)).status).toBe(400);
  });

  it("refuses types and sizes that WhatsApp does not accept", async () => {
    const html = await upload(Buffer.from("<b>"), "text/html");
    expect([html.status, errorOf(html).code]).toEqual([400, 100]);
    expect((await upload(Buffer.alloc(5 * 1_024 * 1_024), "image/png")).status).toBe(200);
    const large = await upload(Buffer.alloc(5 * 1_024 * 1_024 + 1), "image/png");
    expect([large.status, errorOf(large).code]).toEqual([400, 100]);
    expect((await upload(Buffer.from("x"), "image/png", {})).status).toBe(400);
  });

  it("checks the media ids in messages, and fails wrong types later", async () => {
    await sandbox.write(CUSTOMER);
    const unknown = await sandbox.send(CUSTOMER, { type: "image", image: { id: "1234567890" } });
    expect([unknown.status, errorOf(unknown).code]).toEqual([400, 100]);
    const { body } = await upload(Buffer.from("%PDF"), "application/pdf");
    const wrong = await sandbox.send(CUSTOMER, { type: "image", image: { id: body.id } });
    await expect
      .poll(() => sandbox.statusesOf(wrong.id))
      .toMatchObject([{ status: "failed", errors: [{ code: 131053 }] }]);
    const right = await sandbox.send(CUSTOMER, { type: "document", document: { id: body.id, filename: "課表.pdf" } });
    await expect.poll(() => sandbox.statusesOf(right.id).map(({ status }) => status)).toEqual(["sent", "delivered"]);
  });

  it("lets the business fetch what a customer sent", async () => {
    await sandbox.write(CUSTOMER, { type: "image", sample: true, caption: "課本" });
    await expect.poll(() => sandbox.inbound()).toHaveLength(1);
    const image = sandbox.inbound()[0]?.image as { id: string; sha256: string; url: string; mime_type: string };
    const { body: facts } = await sandbox.graph("GET", `/${image.id}`);
    const file = Buffer.from(await (await fetch(String(facts.url), { headers: AUTH })).arrayBuffer());
    expect(createHash("sha256").update(file).digest("base64")).toBe(image.sha256);
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect((await fetch(image.url, { headers: AUTH })).status).toBe(200);
  });
});
