import { openAsBlob } from "node:fs";
import { Readable, Transform } from "node:stream";
import { FormData } from "undici";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import { type JsonRecord, numberOf, textOf } from "#platform/calls/read-json";
import { accessTokenOf, callGraph, pathId } from "./client.ts";
import { maxMediaBytes, mediaHosts, transferTimeoutMs, userAgent, type WhatsappConfig } from "./config.ts";
import { noAnswer, refusal, refusedAnswer } from "./failures.ts";

const maxRedirects = 3;

/** Uploads a file to WhatsApp, streamed from the disk. Resolves with its media id, valid for 30 days. */
export async function uploadMedia(
  config: WhatsappConfig,
  channel: ChannelAccess,
  file: { path: string; contentType: string; fileName: string },
): Promise<{ mediaId: string }> {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", file.contentType);
  form.set("file", await openAsBlob(file.path, { type: file.contentType }), file.fileName);
  const path = `${pathId(channel.externalId)}/media`;
  const call = { method: "POST", path, body: form, repeatable: true, timeoutMs: transferTimeoutMs } as const;
  const mediaId = textOf((await callGraph(config, channel, call)).id);
  if (mediaId === undefined) throw noAnswer(undefined, true);
  return { mediaId };
}

/**
 * Opens a customer's file: asks for its address, then fetches it with the same token. The address is valid for five
 * minutes only, so it is requested each time. The stream fails if the file exceeds WhatsApp's largest size.
 */
export async function downloadMedia(
  config: WhatsappConfig,
  channel: ChannelAccess,
  mediaId: string,
): Promise<{ stream: Readable; contentType: string; size: number }> {
  const place = await mediaPlace(config, channel, mediaId);
  const announced = numberOf(place.file_size) ?? 0;
  if (announced > maxMediaBytes) throw tooLarge();
  const response = await fetchFile(config, channel, textOf(place.url) ?? "");
  const length = Number(response.headers.get("content-length") ?? announced);
  if (length > maxMediaBytes || response.body === null) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const source = Readable.fromWeb(response.body);
  const stream = capped();
  source.once("error", (error) => stream.destroy(noAnswer(error, true)));
  stream.once("close", () => source.destroy());
  source.pipe(stream);
  const contentType = textOf(place.mime_type) ?? response.headers.get("content-type") ?? "application/octet-stream";
  return { stream, contentType, size: length };
}

async function mediaPlace(config: WhatsappConfig, channel: ChannelAccess, mediaId: string): Promise<JsonRecord> {
  const path = `${pathId(mediaId)}?phone_number_id=${pathId(channel.externalId)}`;
  try {
    return await callGraph(config, channel, { method: "GET", path, repeatable: true });
  } catch (error) {
    throw isMissing(error) ? gone() : error;
  }
}

/** "Unsupported get request" is Graph's message for an object that does not exist, or no longer. */
function isMissing(error: unknown): boolean {
  return error instanceof ProviderFailure && ["100", "33", "http-404"].includes(error.error.code);
}

async function fetchFile(config: WhatsappConfig, channel: ChannelAccess, address: string): Promise<Response> {
  const token = accessTokenOf(channel);
  const headers = { authorization: `Bearer ${token}`, "user-agent": userAgent };
  const signal = AbortSignal.timeout(transferTimeoutMs);
  let url = address;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    if (!mayFetch(config, url)) throw refusal("mediaGone", "The file's address is not one of WhatsApp's.");
    // We check each redirect: fetch would follow it anywhere, with our token.
    const response = await fetchHead(url, { headers, signal, redirect: "manual" }, config.callTimeoutMs);
    const next = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (response.ok) return response;
    await response.body?.cancel();
    if (next === null) throw fileRefused(response, token);
    url = URL.canParse(next, url) ? new URL(next, url).href : "";
  }
  throw refusal("mediaGone", "The file's address leads on and on.");
}

/** Resolves once the headers arrive: the short timeout is for them, the signal's long one for the whole file. */
async function fetchHead(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  withinMs: number,
): Promise<Response> {
  const head = new AbortController();
  const timer = setTimeout(() => head.abort(new DOMException("No headers in time", "TimeoutError")), withinMs);
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any([init.signal, head.signal]) });
  } catch (error) {
    throw noAnswer(error, true);
  } finally {
    clearTimeout(timer);
  }
}

/** Only Meta's own hosts, or the API host that the operator configured: addresses in webhooks and responses are not trusted. */
function mayFetch({ apiUrl }: WhatsappConfig, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(address);
  if (username !== "" || password !== "") return false;
  if (origin === new URL(apiUrl).origin) return true;
  return (
    protocol === "https:" &&
    port === "" &&
    mediaHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  );
}

function fileRefused(response: Response, token: string): ProviderFailure {
  if (response.status === 404 || response.status === 410) return gone();
  const { status: httpStatus, headers } = response;
  return refusedAnswer({ httpStatus, headers, body: undefined, token, repeatable: true });
}

/** Ids from webhooks are valid for seven days. */
function gone(): ProviderFailure {
  return refusal("mediaGone", "WhatsApp no longer has the file.");
}

function tooLarge(): ProviderFailure {
  return refusal("mediaTooLarge", "The file is larger than 100 MB.");
}

function capped(): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxMediaBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}
