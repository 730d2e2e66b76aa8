import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isMediaKind, type MediaKind } from "../whatsapp/attachment.ts";
import type { Channel } from "../whatsapp/channel.ts";
import { echoEnvelope } from "../whatsapp/envelope.ts";
import { makeMessageId } from "../whatsapp/ids.ts";
import type { Draft } from "../whatsapp/inbound-content.ts";
import { baseType, kindOfFile, LARGEST_MEDIA } from "../whatsapp/media-rules.ts";
import { playVoice, readChat, sentTo } from "../whatsapp/message-life.ts";
import type { Customer } from "../whatsapp/phone-book.ts";
import { receiveFromCustomer } from "../whatsapp/receive-from-customer.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { ControlRefusal, type CustomerCall, channelOf, customerOf, fieldsOf, publicUrlOf } from "./control-request.ts";
import { presentChat } from "./present.ts";

const LONGEST_TEXT = 4_096;

/** Sample files that a customer can attach. */
const samples: Record<MediaKind, { file: string; mimeType: string; fileName: string }> = {
  image: { file: "photo.jpg", mimeType: "image/jpeg", fileName: "photo.jpg" },
  video: { file: "clip.mp4", mimeType: "video/mp4", fileName: "clip.mp4" },
  audio: { file: "voice.ogg", mimeType: "audio/ogg; codecs=opus", fileName: "voice.ogg" },
  document: { file: "timetable.pdf", mimeType: "application/pdf", fileName: "課表.pdf" },
  sticker: { file: "sticker.webp", mimeType: "image/webp", fileName: "sticker.webp" },
};

/** The routes of chats: their messages, and sending as the customer. */
export async function messageRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get<CustomerCall>("/customers/:customer/messages", async (request) => {
    const customer = customerOf(sandbox, request);
    const channel = channelOf(sandbox, request.query.channel);
    return presentChat(sandbox, customer, sandbox.chats.open(channel.phoneNumberId, customer));
  });
  app.post<CustomerCall>("/customers/:customer/messages", async (request, reply) => {
    const customer = customerOf(sandbox, request);
    const fields = fieldsOf(request);
    const channel = channelOf(sandbox, fields.channel);
    const draft: Draft = { ...fields, type: typeof fields.type === "string" ? fields.type : "text" };
    if (isMediaKind(draft.type) && draft.sample === true)
      draft.mediaId = await saveSample(sandbox, channel.phoneNumberId, draft.type);
    const message = receiveFromCustomer(sandbox, { channel, customer, draft, publicUrl: publicUrlOf(request) });
    return reply.code(201).send(message);
  });
  app.post<CustomerCall>("/customers/:customer/attachments", async (request, reply) => {
    const customer = customerOf(sandbox, request);
    const { draft, channel } = await receiveAttachment(sandbox, request);
    const message = receiveFromCustomer(sandbox, { channel, customer, draft, publicUrl: publicUrlOf(request) });
    return reply.code(201).send(message);
  });
  echoRoute(app, sandbox);
  app.post<CustomerCall>("/customers/:customer/read", async (request) => {
    const customer = customerOf(sandbox, request);
    const channel = channelOf(sandbox, fieldsOf(request).channel);
    readChat(sandbox, sandbox.chats.open(channel.phoneNumberId, customer));
    return { read: true };
  });
  app.post<{ Params: { customer: string; message: string }; Querystring: Record<string, string> }>(
    "/customers/:customer/messages/:message/play",
    async (request) => {
      const customer = customerOf(sandbox, request);
      const sent = sentTo(sandbox, customer).find((one) => one.message.id === request.params.message);
      if (sent?.message.kind !== "audio") throw new ControlRefusal(404, "no such voice message");
      playVoice(sandbox, sent);
      return { played: true };
    },
  );
  app.get<{ Params: { id: string } }>("/media/:id", async (request, reply) => {
    const media = sandbox.media.get(request.params.id);
    if (media === undefined) throw new ControlRefusal(404, "no such file");
    const shown = /^(image\/(jpeg|png|webp|gif)|audio\/|video\/)/.test(media.mimeType);
    return reply
      .header("content-type", shown ? media.mimeType : "application/octet-stream")
      .header("content-length", media.size)
      .header(
        "content-disposition",
        shown ? "inline" : `attachment; filename*=UTF-8''${encodeURIComponent(media.fileName ?? "file")}`,
      )
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .header("cache-control", "private, max-age=3600")
      .send(sandbox.media.open(media));
  });
}

/** What the centre itself writes, past the product. */
function echoRoute(app: FastifyInstance, sandbox: WhatsAppSandbox): void {
  app.post<CustomerCall>("/customers/:customer/echoes", async (request, reply) => {
    const customer = customerOf(sandbox, request);
    const fields = fieldsOf(request);
    const { text } = fields;
    if (typeof text !== "string" || text.trim() === "" || text.length > LONGEST_TEXT)
      throw new ControlRefusal(400, "text is missing or too long");
    return reply
      .code(201)
      .send(writeFromApp(sandbox, { channel: channelOf(sandbox, fields.channel), customer, text: text.trim() }));
  });
}

async function saveSample(sandbox: WhatsAppSandbox, phoneNumberId: string, kind: MediaKind): Promise<string> {
  const { file, mimeType, fileName } = samples[kind];
  const bytes = await readFile(new URL(`../samples/${file}`, import.meta.url));
  const media = await sandbox.media.save(Readable.from([bytes]), {
    phoneNumberId,
    mimeType,
    fileName,
    limit: LARGEST_MEDIA,
  });
  if (media === undefined) throw new Error(`sample ${file} is too large`);
  return media.id;
}

/** A multipart form: fields of the draft first (type, caption, quotedId, channel), then the file. */
async function receiveAttachment(sandbox: WhatsAppSandbox, request: FastifyRequest) {
  if (!request.isMultipart()) throw new ControlRefusal(400, "send a multipart form with a file");
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits: { fileSize: LARGEST_MEDIA + 1, files: 1, fields: 10 } })) {
    if (part.type === "field") {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const channel = channelOf(sandbox, fields.channel);
    const facts = { phoneNumberId: channel.phoneNumberId, mimeType: part.mimetype, fileName: part.filename };
    const media = await sandbox.media.save(part.file, { ...facts, limit: LARGEST_MEDIA });
    if (media === undefined) throw new ControlRefusal(413, "the file is too large");
    const type = fields.type ?? kindOfFile(baseType(media.mimeType));
    if (!isMediaKind(type)) throw new ControlRefusal(400, `"${type}" carries no file`);
    return { channel, draft: { ...fields, type, mediaId: media.id, voice: fields.voice !== "false" } satisfies Draft };
  }
  throw new ControlRefusal(400, "the file is missing");
}

/**
 * The centre writes in the WhatsApp Business app, not in the product: the customer gets the message at once, and
 * WhatsApp notifies the product afterwards.
 */
function writeFromApp(
  sandbox: WhatsAppSandbox,
  { channel, customer, text }: { channel: Channel; customer: Customer; text: string },
): { id: string } {
  const id = makeMessageId(customer.phone ?? customer.userId, "from-business");
  const chat = sandbox.chats.open(channel.phoneNumberId, customer);
  const at = Date.now();
  const body = { body: text };
  sandbox.chats.add(chat, { id, from: "business", at, kind: "text", body, state: "delivered", reactions: {} });
  sandbox.webhooks.post(channel, echoEnvelope(channel, customer, { id, at, text }), "message echo");
  sandbox.news.chatChanged(customer.id);
  return { id };
}
