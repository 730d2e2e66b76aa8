import type { ImageFailure } from "@homeroom/contract/ai-images";
import { ImageError, type ImageMaker, type ImageRequest } from "#modules/ai-images/port";
import { networkCode, retryAfterMs } from "#platform/calls/network";
import { asList, asRecord, textOf } from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";
import type { Settings } from "#platform/config/settings";

/** An image takes up to half a minute; the waiting job's limit is two minutes. */
const maxMs = 75_000;

/** Volcengine Ark's images (settings ARK_API_URL, ARK_API_KEY, ARK_IMAGE_MODELS); null without a key. */
export function arkMaker(
  settings: Pick<Settings, "ARK_API_URL" | "ARK_API_KEY" | "ARK_IMAGE_MODELS">,
  { timeoutMs = maxMs }: { timeoutMs?: number } = {},
): ImageMaker | null {
  const { ARK_API_URL: url, ARK_API_KEY: key, ARK_IMAGE_MODELS: models } = settings;
  if (key === undefined) return null;
  return {
    models,
    async make(request, signal) {
      const model = models.find((one) => one.model === request.model)?.id;
      if (!model) throw imageError("modelMissing");
      const limits = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
      const { status, headers, body } = await ask(`${url.replace(/\/$/, "")}/images/generations`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(bodyOf(model, request)),
        signal: limits,
      });
      return pictureOf({ status, headers, body, key });
    },
  };
}

function bodyOf(model: string, { prompt, width, height, source }: ImageRequest): object {
  return {
    model,
    prompt,
    size: `${width}x${height}`,
    response_format: "b64_json",
    sequential_image_generation: "disabled",
    watermark: false,
    ...(source && { image: `data:image/jpeg;base64,${Buffer.from(source).toString("base64")}` }),
  };
}

async function ask(url: string, options: RequestInit) {
  try {
    const response = await fetch(url, options);
    return { status: response.status, headers: response.headers, body: readJson(await response.text()) };
  } catch (error) {
    throw imageError(networkCode(error) === "TIMEOUT" ? "noAnswer" : "unavailable", { passing: true });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  key: string;
}

/** A successful response may still contain an error: of the whole, or of its one picture. */
function pictureOf({ status, headers, body, key }: Answer): Uint8Array {
  const fields = asRecord(body);
  const item = asRecord(asList(fields["data"])[0]);
  const error = asRecord(fields["error"] ?? item["error"]);
  const picture = textOf(item["b64_json"]);
  if (status < 300 && picture !== undefined) return Buffer.from(picture, "base64");
  const code = textOf(error["code"]) ?? "";
  const detail = storableText(textOf(error["message"]) ?? "")
    .replaceAll(key, "•••")
    .slice(0, 300);
  const wait = retryAfterMs(headers);
  throw new ImageError({ ...classOf(status, code), detail, ...(wait !== undefined && { retryAfterMs: wait }) });
}

/** Ark's codes; see README.md. */
function classOf(status: number, code: string): { reason: ImageFailure; passing: boolean } {
  if (/^Input(Text|Image)/.test(code)) return { reason: "promptRefused", passing: false };
  if (code.startsWith("OutputImage")) return { reason: "resultRefused", passing: false };
  if (/Quota|AccountOverdue|SetLimitExceeded/.test(code)) return { reason: "quotaUsedUp", passing: false };
  if (status === 429) return { reason: "unavailable", passing: true };
  if (status === 401 || status === 403) return { reason: "keyInvalid", passing: false };
  if (status === 404) return { reason: "modelMissing", passing: false };
  if (status >= 500) return { reason: "unavailable", passing: true };
  return status >= 400 ? { reason: "badRequest", passing: false } : { reason: "unreadable", passing: true };
}

function imageError(reason: ImageFailure, { passing = false } = {}): ImageError {
  return new ImageError({ reason, passing, detail: "" });
}
