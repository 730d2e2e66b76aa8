import { createHmac, timingSafeEqual } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { GraphRefusal } from "./graph-errors.ts";
import { authorised, authorisedNumber, type Id, logRequest, objectUnknown } from "./graph-request.ts";
import { LARGEST_MEDIA, mediaLimit, mediaTypes } from "./media-rules.ts";
import type { StoredMedia } from "./media-store.ts";
import { takeForced } from "./switches.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

const URL_LIFE_MS = 5 * 60_000;
const UPLOAD_LIFE_MS = 30 * 86_400_000;

/** Upload, look-up and removal of files. */
export async function mediaRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.post<Id>("/:id/media", async (request) => {
    const channel = authorisedNumber(sandbox, request);
    refuseIfForced(sandbox);
    if (!request.isMultipart()) throw new GraphRefusal("missingParameter", "Param file is required");
    const media = await receiveUpload(sandbox, channel.phoneNumberId, request);
    logRequest(sandbox, request, 200);
    return { id: media.id };
  });
  app.delete<Id>("/:id", async (request) => {
    const media = authorisedMedia(sandbox, request);
    if (media === undefined) throw objectUnknown(request);
    await sandbox.media.remove(media.id);
    logRequest(sandbox, request, 200);
    return { success: true };
  });
}

/** GET of a media id: the file's data and its address. Undefined if this token has no such file. */
export function describeMedia(sandbox: WhatsAppSandbox, request: FastifyRequest<Id>): object | undefined {
  const media = authorisedMedia(sandbox, request);
  if (media === undefined) return undefined;
  refuseIfForced(sandbox);
  return {
    messaging_product: "whatsapp",
    url: downloadUrl(request, media),
    mime_type: media.mimeType,
    sha256: media.sha256.toString("hex"),
    file_size: media.size,
    id: media.id,
  };
}

/** The file itself: GET with the bearer token, at an address that expires after five minutes. */
export async function downloadRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get<{ Querystring: Record<string, string> }>("/whatsapp_business/attachments/", async (request, reply) => {
    const { mid = "", ext = "", hash = "", source } = request.query;
    const media = sandbox.media.get(mid);
    const mayRead = isAuthorised(sandbox, request, media);
    logRequest(sandbox, request, media !== undefined && mayRead ? 200 : 404);
    // Meta's file server gives a missing token the same answer as a missing file.
    if (media === undefined || !mayRead) return reply.code(404).send();
    if (source !== "webhook" && !isFresh(media, ext, hash)) return reply.code(404).send();
    return reply
      .header("content-type", media.mimeType)
      .header("content-length", media.size)
      .header("x-content-type-options", "nosniff")
      .header("content-disposition", "attachment")
      .send(sandbox.media.open(media));
  });
}

async function receiveUpload(
  sandbox: WhatsAppSandbox,
  phoneNumberId: string,
  request: FastifyRequest,
): Promise<StoredMedia> {
  let product: unknown;
  let type: string | undefined;
  let media: StoredMedia | undefined;
  for await (const part of request.parts({ limits: { fileSize: LARGEST_MEDIA + 1, files: 1, fields: 10 } })) {
    if (part.type === "field") {
      if (part.fieldname === "messaging_product") product = part.value;
      if (part.fieldname === "type") type = String(part.value);
      continue;
    }
    media = await saveUpload(sandbox, part.file, {
      phoneNumberId,
      mimeType: type ?? part.mimetype,
      fileName: part.filename,
    });
  }
  if (media === undefined) throw new GraphRefusal("missingParameter", "Param file is required");
  if (product !== "whatsapp") {
    await sandbox.media.remove(media.id);
    throw new GraphRefusal("invalidParameter", "Param messaging_product must be one of {WHATSAPP}");
  }
  // The type field can follow the file, so it is applied last.
  if (type !== undefined) media.mimeType = type;
  return media;
}

async function saveUpload(
  sandbox: WhatsAppSandbox,
  file: Readable,
  facts: { phoneNumberId: string; mimeType: string; fileName: string },
): Promise<StoredMedia> {
  const limit = mediaLimit(facts.mimeType);
  if (limit === undefined) {
    file.resume();
    const details = `Param file must be a file with one of the following types: ${mediaTypes.join(", ")}. Received file of type '${facts.mimeType}'.`;
    throw new GraphRefusal("invalidParameter", details);
  }
  const media = await sandbox.media.save(file, { ...facts, limit });
  if (media === undefined) {
    throw new GraphRefusal(
      "invalidParameter",
      `Media file size too big. Max file size supported for ${facts.mimeType}: ${limit} bytes`,
    );
  }
  return media;
}

function authorisedMedia(sandbox: WhatsAppSandbox, request: FastifyRequest<Id>): StoredMedia | undefined {
  const channels = authorised(sandbox, request);
  const media = sandbox.media.get(request.params.id);
  if (media === undefined || Date.now() - media.at > UPLOAD_LIFE_MS) return undefined;
  const belongs = channels.some((channel) => channel.phoneNumberId === media.phoneNumberId);
  const asked = request.query.phone_number_id;
  return belongs && (asked === undefined || asked === media.phoneNumberId) ? media : undefined;
}

function isAuthorised(sandbox: WhatsAppSandbox, request: FastifyRequest, media: StoredMedia | undefined): boolean {
  try {
    return authorised(sandbox, request).some((channel) => channel.phoneNumberId === media?.phoneNumberId);
  } catch {
    return false;
  }
}

function refuseIfForced(sandbox: WhatsAppSandbox): void {
  const forced = takeForced(sandbox.switches, "media");
  if (forced !== undefined && "error" in forced) throw new GraphRefusal(forced.error);
}

function downloadUrl(request: FastifyRequest, media: StoredMedia): string {
  const ext = String(Date.now() + URL_LIFE_MS);
  return `http://${request.host}/whatsapp_business/attachments/?mid=${media.id}&ext=${ext}&hash=${signedUntil(media, ext)}`;
}

function isFresh(media: StoredMedia, ext: string, hash: string): boolean {
  const expected = Buffer.from(signedUntil(media, ext));
  const given = Buffer.from(hash);
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(ext) > Date.now();
}

/** A hash for each file, so that no address reveals another. */
function signedUntil(media: StoredMedia, ext: string): string {
  return createHmac("sha256", media.sha256).update(`${media.id} ${ext}`).digest("base64url").slice(0, 32);
}
