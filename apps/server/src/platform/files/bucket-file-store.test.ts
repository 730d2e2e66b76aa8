import { createHash, createHmac } from "node:crypto";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBucketFileStore } from "./bucket-file-store.ts";
import { MissingFileError } from "./file-key.ts";

const secret = "bucket-secret";
const key = "0199a0de-0000-7000-8000-000000000001/0199a0de-0000-7000-8000-000000000002";
const objects = new Map<string, Buffer>();
let store: Server;
let endpoint: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "homeroom-bucket-"));
  // A store that keeps what is signed with the secret, as Amazon's Signature Version 4 describes it.
  store = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const path = request.url ?? "";
  if (!isSigned(request)) return void response.writeHead(403).end("<Error/>");
  if (request.method === "PUT") objects.set(path, body);
  if (request.method === "DELETE") objects.delete(path);
  const found = objects.get(path);
  if (request.method === "GET") response.writeHead(found ? 200 : 404).end(found ?? "<Error/>");
  else response.writeHead(request.method === "DELETE" ? 204 : 200).end();
}

afterAll(async () => {
  await new Promise((resolve) => store.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test("stores, returns and removes a file in the bucket", async () => {
  const files = openStore(secret);
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  const temporary = join(folder, "finished");
  await writeFile(temporary, bytes);

  await files.put(key, temporary);
  await expect(access(temporary)).rejects.toThrow("ENOENT");
  expect([...objects.keys()]).toEqual([`/centre/${key}`]);
  expect((await buffer(await files.open(key))).equals(bytes)).toBe(true);

  const read = await files.withPath(key, (path) => readFile(path));
  expect(read.equals(bytes)).toBe(true);
  expect(await readdir(join(folder, "copies"))).toEqual([]);

  await files.remove(key);
  await expect(files.open(key)).rejects.toThrow(MissingFileError);
  await files.remove(key);
});

test("reports a refusal of the store", async () => {
  const temporary = join(folder, "refused");
  await writeFile(temporary, "bytes");
  await expect(openStore("another secret").put(key, temporary)).rejects.toThrow("403");
  expect(await readFile(temporary, "utf8")).toBe("bytes");
});

test("gives up a store that accepts connections and never answers", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const bucket = { endpoint: `http://127.0.0.1:${port}`, name: "centre", region: "r", accessKeyId: "AK" };
  const limits = { uploadMs: 100, otherMs: 100 };
  const files = createBucketFileStore({ ...bucket, secretAccessKey: secret }, join(folder, "copies"), limits);
  const temporary = join(folder, "unsent");
  await writeFile(temporary, "bytes");

  await expect(files.put(key, temporary)).rejects.toThrow(`did not answer to PUT of ${key}`);
  expect(await readFile(temporary, "utf8")).toBe("bytes");
  await expect(files.open(key)).rejects.toThrow("did not answer to GET");
  await expect(files.remove(key)).rejects.toThrow("did not answer to DELETE");
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

test("reaches only an organisation's files", async () => {
  await expect(openStore(secret).open("../other/bucket")).rejects.toThrow("file key");
});

function openStore(secretAccessKey: string) {
  const bucket = { endpoint, name: "centre", region: "eu-test-1", accessKeyId: "AK", secretAccessKey };
  return createBucketFileStore(bucket, join(folder, "copies"));
}

function isSigned(request: IncomingMessage): boolean {
  const [, scope = "", names = "", signature] =
    /Credential=AK\/([^,]+), *SignedHeaders=([^,]+), *Signature=(\w+)/.exec(request.headers.authorization ?? "") ?? [];
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name])}\n`);
  const payload = String(request.headers["x-amz-content-sha256"]);
  const canonical = [request.method, request.url, "", headers.join(""), names, payload].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, digest].join("\n");
  const hmac = (secretPart: string | Buffer, text: string) => createHmac("sha256", secretPart).update(text).digest();
  const signingKey = scope.split("/").reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(signingKey, toSign).toString("hex") === signature;
}
