import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import { type GraphServer, graphError, json, startGraphServer } from "./graph-for-tests.ts";
import { whatsappProvider } from "./provider.ts";

const channel: ChannelAccess = {
  externalId: "100000000000001",
  settings: {},
  secrets: { accessToken: "demo-access-token" },
};
const picture = randomBytes(300_000);

let graph: GraphServer;
let folder: string;

beforeEach(async () => {
  graph = await startGraphServer();
  folder = await mkdtemp(join(tmpdir(), "homeroom-media-"));
});

afterEach(async () => {
  await graph.close();
  await rm(folder, { recursive: true });
});

const download = (mediaId = "1003383421387256") => whatsappProvider(graph.url).downloadMedia(channel, mediaId);

/** Answers where the file is with `url`, and with the file itself under /file. */
function serveFile(url: string, extra: Record<string, unknown> = {}, send = picture): void {
  graph.answer((request, response) => {
    if (request.url.startsWith("/file")) {
      response.writeHead(200, { "content-type": "image/png", "content-length": String(send.length) }).end(send);
      return;
    }
    json(response, 200, { url, mime_type: "image/jpeg", file_size: String(send.length), id: "1", ...extra });
  });
}

describe("fetching a customer's file", () => {
  test("queries its address and downloads it, both with the token", async () => {
    serveFile(`${graph.url}/file`);
    const { stream, contentType, size } = await download();
    expect(await buffer(stream)).toEqual(picture);
    expect([contentType, size]).toEqual(["image/jpeg", picture.length]);
    expect(graph.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /v23.0/1003383421387256?phone_number_id=100000000000001",
      "GET /file",
    ]);
    for (const { headers } of graph.seen) {
      expect(headers).toMatchObject({ authorization: "Bearer demo-access-token", "user-agent": "homeroom/2.12.0" });
    }
  });

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://lookaside.fbsbx.com/file",
    "https://fbsbx.com.evil.test/file",
    "https://evilfbcdn.net/file",
    "https://lookaside.fbsbx.com:8443/file",
    "https://user:pass@lookaside.fbsbx.com/file",
    "http://127.0.0.1:1/file",
    "file:///etc/passwd",
    "ftp://fbcdn.net/file",
    "//fbcdn.net/file",
    "",
  ])("never goes, with the token, to %j", async (url) => {
    serveFile(url);
    expect((await failureOf(download())).error.reason).toBe("mediaGone");
    expect(graph.seen).toHaveLength(1);
  });

  test("follows a redirect on the same host, and none away from it", async () => {
    let target = "/file";
    graph.answer((request, response) => {
      if (request.url === "/file") response.writeHead(200).end("here");
      else if (request.url === "/moved") response.writeHead(302, { location: target }).end();
      else json(response, 200, { url: `${graph.url}/moved` });
    });
    expect((await buffer((await download()).stream)).toString()).toBe("here");
    target = "http://169.254.169.254/";
    expect((await failureOf(download())).error.reason).toBe("mediaGone");
    target = "/moved";
    expect((await failureOf(download())).error.reason).toBe("mediaGone");
  });

  test.each([
    [404, graphError(100)],
    [400, graphError(33)],
    [404, "not found"],
  ])("that is no longer there: %i %j", async (status, body) => {
    graph.answer((_request, response) => json(response, status, body));
    expect((await failureOf(download())).error).toMatchObject({ class: "permanent", reason: "mediaGone" });
  });

  test("with an expired token requests a new one", async () => {
    graph.answer((_request, response) => json(response, 401, graphError(190)));
    expect((await failureOf(download())).error).toMatchObject({ class: "reauthorise", stops: "channel" });
  });

  test.each(["../me", "1/messages", ""])("takes no id that is not one: %j", async (mediaId) => {
    await failureOf(download(mediaId));
    expect(graph.seen).toEqual([]);
  });

  test("refuses a file that is declared as too large", async () => {
    serveFile(`${graph.url}/file`, { file_size: "104857601" });
    expect((await failureOf(download())).error.reason).toBe("mediaTooLarge");
    expect(graph.seen).toHaveLength(1);
  });

  test("stops at 100 MB if the declared size was smaller", async () => {
    const part = Buffer.alloc(1024 * 1024);
    let parts = 0;
    graph.answer((request, response) => {
      if (!request.url.startsWith("/file")) return json(response, 200, { url: `${graph.url}/file`, file_size: "10" });
      response.writeHead(200, { "content-type": "video/mp4" });
      const more = () => {
        while (parts < 400 && !response.destroyed) {
          parts += 1;
          if (!response.write(part)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const { stream } = await download();
    let seen = 0;
    const failure = await failureOf(
      (async () => {
        for await (const chunk of stream) seen += chunk.length;
      })(),
    );
    expect(failure.error.reason).toBe("mediaTooLarge");
    expect(seen).toBeLessThanOrEqual(100 * 1024 * 1024);
    expect(parts).toBeLessThan(250);
  });

  test("fails when the connection breaks half-way", async () => {
    graph.answer((request, response) => {
      if (!request.url.startsWith("/file")) return json(response, 200, { url: `${graph.url}/file` });
      response.writeHead(200, { "content-length": "100000" });
      response.write("beginning");
      setTimeout(() => response.destroy(), 20);
    });
    const { stream } = await download();
    expect((await failureOf(buffer(stream))).error).toMatchObject({ class: "retryable", reason: "noAnswer" });
  });
});

describe("uploading a file to WhatsApp", () => {
  test("sends it as a form, with its type and its name", async () => {
    const path = join(folder, "stored-under-another-name");
    await writeFile(path, "%PDF-1.7 內容");
    graph.answer((_request, response) => json(response, 200, { id: "media-1" }));
    const file = { path, contentType: "application/pdf", fileName: '報名表 "2026".pdf' };
    expect(await whatsappProvider(graph.url).uploadMedia(channel, file)).toEqual({ mediaId: "media-1" });
    const { url, headers, body } = graph.seen[0] ?? { url: "", headers: {}, body: "" };
    expect(url).toBe("/v23.0/100000000000001/media");
    const carried = new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } });
    // oxlint-disable-next-line typescript/no-deprecated -- what is read is small and our own
    const form = await carried.formData();
    expect([form.get("messaging_product"), form.get("type")]).toEqual(["whatsapp", "application/pdf"]);
    const sent = form.get("file") as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual([
      '報名表 "2026".pdf',
      "application/pdf",
      "%PDF-1.7 內容",
    ]);
  });

  test("reports why it was refused", async () => {
    const path = join(folder, "picture");
    await writeFile(path, createHash("sha256").update("x").digest());
    graph.answer((_request, response) => json(response, 400, graphError(131053)));
    const file = { path, contentType: "image/jpeg", fileName: "a.jpg" };
    const failure = await failureOf(whatsappProvider(graph.url).uploadMedia(channel, file));
    expect(failure).toMatchObject({ unsure: false, error: { reason: "mediaRejected" } });
  });
});

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ProviderFailure);
  return failure as ProviderFailure;
}
