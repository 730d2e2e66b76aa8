import type { Endpoint } from "@homeroom/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { AppError } from "#platform/errors/app-error";
import { type BodyLimits, limitJson, limitSeparators } from "./body-limits.ts";
import { decodeText, parseJson } from "./json-body.ts";

/** The unchecked fields of a call. `asText`: all values came as text and still have to be converted. */
export interface BodyFields {
  readonly fields: unknown;
  readonly asText: boolean;
}

/**
 * Reads the body of a call without a file, by its body kind and within its limits; no body is an empty object. Throws
 * DATA_FORMAT_ERROR or FILE_TOO_LARGE.
 */
export async function readBody(
  request: FastifyRequest,
  body: Exclude<Endpoint["body"], "file">,
  limits: BodyLimits,
): Promise<BodyFields> {
  limitSeparators(Buffer.from(request.raw.url ?? ""), "&", limits.fields);
  if (body === "query") return { fields: {}, asText: true };
  const contentType = request.headers["content-type"] ?? "";
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const bytes = await readBytes(request, limits);
  if (mediaType === "" || mediaType === "application/json" || mediaType.endsWith("+json")) {
    limitJson(bytes, limits);
    return { fields: parseJson(bytes), asText: false };
  }
  if (body === "form" && mediaType === "application/x-www-form-urlencoded") {
    limitSeparators(bytes, "&", limits.fields);
    const fields = joinRepeated(new URLSearchParams(decodeText(bytes)));
    return { fields, asText: true };
  }
  if (body === "form" && mediaType === "multipart/form-data") {
    const [, boundary] = /boundary="?([^";]+)/i.exec(contentType) ?? [];
    if (!boundary) throw new AppError("DATA_FORMAT_ERROR");
    // A boundary precedes every part and follows the last one.
    limitSeparators(bytes, `--${boundary}`, limits.fields + 1);
    return { fields: joinRepeated(await parseMultipart(bytes, contentType)), asText: true };
  }
  throw new AppError("DATA_FORMAT_ERROR");
}

async function readBytes({ raw, headers }: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  if (Number(headers["content-length"]) > limits.bytes) throw tooLarge(limits);
  const chunks: Buffer[] = [];
  let size = 0;
  // The request must outlive a refusal, or its answer would be lost with the connection.
  const pieces: AsyncIterable<Buffer> = raw.iterator({ destroyOnReturn: false });
  for await (const chunk of pieces) {
    size += chunk.length;
    if (size > limits.bytes) throw tooLarge(limits);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A form has only texts, so all of it is read at once. A part that is a file is not a field. */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<Iterable<[string, string]>> {
  decodeText(bytes);
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated for bodies without a limit; this one has its 3 MB
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
    return [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  } catch (cause) {
    throw new AppError("DATA_FORMAT_ERROR", {}, { cause });
  }
}

function joinRepeated(pairs: Iterable<[string, string]>): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? "") : all]));
}

function tooLarge({ bytes }: BodyLimits): AppError {
  return new AppError("FILE_TOO_LARGE", { n: Number((bytes / 1024 / 1024).toFixed(3)) });
}
