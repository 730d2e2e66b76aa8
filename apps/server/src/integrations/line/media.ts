import { Readable, Transform } from "node:stream";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import { accessTokenOf, pathId } from "./client.ts";
import {
  type LineConfig,
  maxMediaBytes,
  maxPictureBytes,
  pictureHosts,
  transferTimeoutMs,
  userAgent,
} from "./config.ts";
import { LineRefusal, noAnswer, refusal } from "./failures.ts";

interface Download {
  stream: Readable;
  contentType: string;
  size: number;
}

const stickerId = /^sticker-(\d{1,20})$/;

/** Opens a customer's file, or the picture of a sticker. A video that LINE is still preparing is retried later. */
export async function downloadMedia(config: LineConfig, channel: ChannelAccess, mediaId: string): Promise<Download> {
  const [, sticker] = stickerId.exec(mediaId) ?? [];
  if (sticker !== undefined) return fetchFile(config, stickerAddress(config, sticker), { most: maxPictureBytes });
  const token = accessTokenOf(channel);
  const address = `${config.dataApiUrl}/v2/bot/message/${pathId(mediaId)}/content`;
  return fetchFile(config, address, { most: maxMediaBytes, token });
}

/** The pictures of stickers are on LINE's public host, or on the configured replacement of LINE. */
function stickerAddress({ dataApiUrl }: LineConfig, id: string): string {
  const host = new URL(dataApiUrl).hostname.endsWith(".line.me") ? "https://stickershop.line-scdn.net" : dataApiUrl;
  return `${host}/stickershop/v1/sticker/${id}/android/sticker.png`;
}

/** Opens a profile's picture, only from LINE's own hosts or the configured API's. */
export async function openPicture(config: LineConfig, address: string): Promise<Download> {
  if (!mayFetch(config, address)) throw refusal("mediaGone", "The picture's address is not one of LINE's.");
  return fetchFile(config, address, { most: maxPictureBytes });
}

function mayFetch({ apiUrl }: LineConfig, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(address);
  if (username !== "" || password !== "") return false;
  if (origin === new URL(apiUrl).origin) return true;
  const isLines = pictureHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === "https:" && port === "" && isLines;
}

async function fetchFile(
  config: LineConfig,
  address: string,
  limits: { most: number; token?: string },
): Promise<Download> {
  const { most, token } = limits;
  const response = await fetchHead(config, address, token);
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw fileRefused(response, token);
  }
  const size = Number(response.headers.get("content-length") ?? 0);
  if (size > most) {
    await response.body.cancel();
    throw tooLarge();
  }
  const source = Readable.fromWeb(response.body);
  const stream = capped(most);
  source.once("error", (error) => stream.destroy(noAnswer(error, true)));
  stream.once("close", () => source.destroy());
  source.pipe(stream);
  return { stream, contentType: response.headers.get("content-type") ?? "application/octet-stream", size };
}

/** Resolves once the headers arrive: the short timeout is for them, the long one for the whole file. */
async function fetchHead(config: LineConfig, address: string, token: string | undefined): Promise<Response> {
  const head = new AbortController();
  const timer = setTimeout(
    () => head.abort(new DOMException("No headers in time", "TimeoutError")),
    config.callTimeoutMs,
  );
  try {
    return await fetch(address, {
      headers: { "user-agent": userAgent, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      // A redirect could send the token anywhere.
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(transferTimeoutMs), head.signal]),
    });
  } catch (error) {
    throw noAnswer(error, true);
  } finally {
    clearTimeout(timer);
  }
}

function fileRefused({ status, headers }: Response, token: string | undefined): ProviderFailure {
  if (status === 404 || status === 410) return refusal("mediaGone", "LINE no longer has the file.");
  if (status === 202) return preparing();
  if (status >= 200 && status < 400) return refusal("mediaGone", "The file's address leads elsewhere.");
  const secrets = token === undefined ? [] : [token];
  return new LineRefusal({ httpStatus: status, headers, body: undefined }, { secrets, repeatable: true });
}

/** LINE prepares videos and voices for some seconds after they were sent. */
function preparing(): ProviderFailure {
  return new ProviderFailure({
    class: "retryable",
    code: "http-202",
    reason: "providerUnavailable",
    detail: "LINE is still preparing the file.",
    stops: "message",
  });
}

function tooLarge(): ProviderFailure {
  return refusal("mediaTooLarge", "The file is larger than we take.");
}

function capped(most: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > most) done(tooLarge());
      else done(null, chunk);
    },
  });
}
