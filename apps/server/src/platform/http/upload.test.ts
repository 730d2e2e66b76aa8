import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { endpoint, type FileRule } from "@homeroom/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#platform/errors/app-error";
import { startTestServer, type TestServer } from "./for-tests.ts";
import { removeStaleUploads } from "./upload.ts";

const megabyte = 1024 * 1024;
const request = z.object({ recordsn: z.string().default(""), sort: z.number().optional() });

function uploadOf(name: string, kinds: FileRule["kinds"], maxBytes: number) {
  return endpoint(`POST /api_users/Test/${name}`, {
    summary: "Takes a file.",
    access: "crm:lead:edit",
    body: "file",
    request,
    response: z.unknown(),
    file: { kinds, maxBytes },
  });
}

const calls = {
  image: uploadOf("Image", ["image"], megabyte),
  chat: uploadOf("Chat", ["image", "document", "audio", "video"], megabyte),
  table: uploadOf("Table", ["table"], megabyte),
  refuse: uploadOf("Refuse", ["image"], megabyte),
};

let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await startTestServer((bind) => {
    for (const call of [calls.image, calls.chat, calls.table]) {
      bind(call, async (fields, { upload: { path, ...upload } }) => {
        const bytes = await readFile(path);
        return { ...fields, ...upload, read: bytes.length };
      });
    }
    bind(calls.refuse, async () => {
      throw new AppError("CHAT_IMAGE_SELECT_FAILED");
    });
  });
  address = await server.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.stop());

async function send(call: keyof typeof calls, body: FormData | string, headers: Record<string, string> = {}) {
  const answer = await fetch(address + calls[call].path, {
    method: "POST",
    body,
    headers: { accesstoken: "all", ...headers },
  });
  // The file is gone by the time of the answer, whatever it is.
  expect(await server.leftUploads()).toEqual([]);
  const envelope = (await answer.json()) as { name: string; message: string; resultData: unknown; errors?: unknown };
  return { status: answer.status, ...envelope };
}

function formWith(bytes: string | Uint8Array<ArrayBuffer>, name = "file.bin", fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append("file", new Blob([bytes]), name);
  return form;
}

const png = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

test("a file comes with its bytes, its own type, its name and the text fields, wherever they stand", async () => {
  const form = formWith(png, "C:\\圖片\\頭像.exe", { RecordSN: "s1" });
  form.append("sort", "3");
  expect(await send("image", form)).toMatchObject({
    status: 200,
    resultData: {
      recordsn: "s1",
      sort: 3,
      fileName: "頭像.exe",
      extension: "png",
      kind: "image",
      contentType: "image/png",
      size: png.length,
      read: png.length,
    },
  });
});

const xlsxParts: Record<string, string> = {
  "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
  "xl/workbook.xml": "<workbook/>",
};
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom\0\0\0\0isommp42")]);

test.each([
  ["chat", png, "image/png"],
  ["chat", Buffer.from("%PDF-1.4\n%âãÏÓ\n"), "application/pdf"],
  ["chat", mp4, "video/mp4"],
  ["chat", Buffer.from("#!AMR\n0000"), "audio/amr"],
  ["chat", Buffer.from("課程安排\n星期一"), "text/plain"],
  ["table", Buffer.from("\uFEFF暱稱,電話\n美玲,91234567"), "text/csv"],
  ["table", Buffer.from([0xbc, 0xca, 0xba, 0xd9, 0x2c, 0x31, 0x0a]), "text/csv"],
  ["table", zipOf(xlsxParts), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
] as const)("%s takes what is by its bytes %# %s", async (call, bytes, contentType) => {
  expect(await send(call, formWith(new Uint8Array(bytes)))).toMatchObject({ status: 200, resultData: { contentType } });
});

test.each([
  ["image", "GIF89a......", "x.png"],
  ["image", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "x.png"],
  ["image", "just text", "x.jpg"],
  ["image", "", "x.png"],
  ["chat", "<!doctype html><script>alert(1)</script>", "x.txt"],
  ["chat", "MZ\0\0binary", "x.pdf"],
  ["table", "%PDF-1.4\n", "x.csv"],
  ["table", "a,b\n\0\0", "x.csv"],
] as const)("%s does not take %j, whatever its name", async (call, bytes, name) => {
  expect(await send(call, formWith(bytes, name))).toMatchObject({ status: 415, name: "WRONG_FILE_FORMAT" });
});

test("a file of exactly the limit is accepted, one byte more is too large", async () => {
  const full = new Uint8Array(megabyte);
  full.set(png);
  expect((await send("image", formWith(full))).status).toBe(200);
  const more = new Uint8Array(megabyte + 1);
  more.set(png);
  expect(await send("image", formWith(more), { "accept-language": "en" })).toMatchObject({
    status: 413,
    name: "FILE_TOO_LARGE",
    message: "The file is larger than 1 MB",
  });
});

test("a file far beyond the limit is refused during the upload, and its sender still reads the answer", async () => {
  const form = formWith(new Uint8Array(24 * megabyte));
  expect(await send("image", form)).toMatchObject({ status: 413, name: "FILE_TOO_LARGE" });
  expect((await send("image", formWith(png))).status).toBe(200);
});

test("an office file that unpacks to far more than the limit is too large, whatever sizes it declares", async () => {
  const bomb = zipOf({ ...xlsxParts, "xl/worksheets/sheet1.xml": Buffer.alloc(60 * megabyte) }, { declaredSize: 10 });
  expect(bomb.length).toBeLessThan(megabyte);
  expect(await send("table", formWith(new Uint8Array(bomb)))).toMatchObject({ status: 413, name: "FILE_TOO_LARGE" });
});

test("a handler's refusal removes the file too", async () => {
  expect(await send("refuse", formWith(png))).toMatchObject({ status: 422, name: "CHAT_IMAGE_SELECT_FAILED" });
});

test("an upload needs a session", async () => {
  const answer = await send("image", formWith(new Uint8Array(4 * megabyte)), { accesstoken: "anonymous" });
  expect(answer).toMatchObject({ status: 401, name: "TOKEN_INVALID" });
});

test("a form without the file, or with the file under another name or twice, is refused", async () => {
  const none = new FormData();
  none.append("recordsn", "1");
  expect(await send("image", none)).toMatchObject({ status: 422, errors: [{ field: "file" }] });
  const other = new FormData();
  other.append("avatar", new Blob([png]), "a.png");
  expect(await send("image", other)).toMatchObject({ status: 400, name: "DATA_FORMAT_ERROR" });
  const twice = formWith(png);
  twice.append("file", new Blob([png]), "b.png");
  expect(await send("image", twice)).toMatchObject({ status: 400, name: "DATA_FORMAT_ERROR" });
});

test.each([
  ["no multipart", "application/json", "{}"],
  ["no boundary", "multipart/form-data", "--x"],
  [
    "a part cut short",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  ],
  [
    "a field with the name of a prototype",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--',
  ],
  [
    "a field without end",
    "multipart/form-data; boundary=x",
    `--x\r\nContent-Disposition: form-data; name="recordsn"\r\n\r\n${"a".repeat(100_000)}\r\n--x--`,
  ],
  [
    "too many fields",
    "multipart/form-data; boundary=x",
    `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n'.repeat(200)}--x--`,
  ],
])("%s is a format error", async (_name, contentType, body) => {
  expect(await send("image", body, { "content-type": contentType })).toMatchObject({
    status: 400,
    name: "DATA_FORMAT_ERROR",
  });
});

test("a sender that disconnects during a file leaves nothing behind", async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const head = `POST ${calls.image.path} HTTP/1.1\r\nhost: a\r\naccesstoken: all\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n`;
  socket.write(`${head}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${"a".repeat(300_000)}`);
  await expect.poll(() => server.leftUploads()).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => server.leftUploads()).toEqual([]);
});

test("files left by a killed process are removed after a day", async () => {
  const folder = await mkdtemp(join(tmpdir(), "homeroom-stale-"));
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
  for (const name of ["upload-old", "upload-new", "other"]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "file"), "x");
    if (name !== "upload-new") await utimes(join(folder, name), yesterday, yesterday);
  }
  await removeStaleUploads(folder);
  expect((await readdir(folder)).sort()).toEqual(["other", "upload-new"]);
  await rm(folder, { recursive: true });
});

/** A zip file; `declaredSize` is what it lies about the unpacked size of its entries. */
function zipOf(parts: Record<string, string | Buffer>, { declaredSize }: { declaredSize?: number } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? plain.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), fields, more, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(bodies.length, 4);
  end.writeUInt16LE(bodies.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from("PK\x05\x06"), end]);
}
