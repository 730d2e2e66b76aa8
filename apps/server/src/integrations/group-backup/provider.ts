import { z } from "zod";
import {
  type BackupAccess,
  BackupFailure,
  type BackupPageRequest,
  type BackupProvider,
} from "#modules/group-backup/port";

const timeoutMs = 15_000;
const maxPictureBytes = 10 * 1024 * 1024;
const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/gif"];

const Phone = z.object({ name: z.string().max(200) });
const Total = z.number().int().min(0).max(1_000_000_000);
const Moment = z.iso.datetime({ offset: true });
const Groups = z.object({
  total: Total,
  groups: z.array(
    z.object({
      id: z.string().max(100),
      name: z.string().max(500),
      members: Total,
      messages: Total,
      last_message_at: Moment.nullable(),
    }),
  ),
});
const Messages = z.object({
  total: Total,
  messages: z.array(
    z.object({
      id: z.string().max(100),
      sender: z.object({ name: z.string().max(200), phone: z.string().max(40) }),
      type: z.string().max(40),
      text: z.string().max(20_000),
      media_id: z.string().max(100).nullable(),
      sent_at: Moment,
    }),
  ),
});

/** Kinds of messages shown with their content; others are shown by name only. */
const shownKinds = ["text", "image"] as const;

/** The backup service at an address, the setting BACKUP_API_URL. */
export function backupProvider(apiUrl: string): BackupProvider {
  const base = apiUrl.replace(/\/+$/, "");
  const ask = <Shape extends z.ZodType>(access: BackupAccess, path: string, shape: Shape) =>
    readJson(fetchFrom(`${base}/${phonePath(access)}${path}`, access), shape);
  return {
    async check(access) {
      return { phoneName: (await ask(access, "", Phone)).name };
    },
    async groups(access, page) {
      const { groups, total } = await ask(access, `/groups?${queryOf(page)}`, Groups);
      const list = groups.map(({ id, name, members, messages, last_message_at }) => ({
        groupID: id,
        name,
        memberCount: members,
        messageCount: messages,
        lastMessageTime: last_message_at,
      }));
      return { list, total };
    },
    async messages(access, groupID, page) {
      const path = `/groups/${safeId(groupID)}/messages?${queryOf(page)}`;
      const { messages, total } = await ask(access, path, Messages);
      const list = messages.map(({ id, sender, type, text, media_id, sent_at }) => ({
        messageID: id,
        sender: sender.name,
        phone: sender.phone,
        kind: shownKinds.find((kind) => kind === type) ?? ("file" as const),
        text,
        pictureID: type === "image" ? media_id : null,
        sentAt: sent_at,
      }));
      return { list, total };
    },
    async picture(access, groupID, pictureID) {
      const path = `/groups/${safeId(groupID)}/media/${safeId(pictureID)}`;
      return readPicture(await fetchFrom(`${base}/${phonePath(access)}${path}`, access));
    },
  };
}

function phonePath({ productID, phoneID }: BackupAccess): string {
  return `v1/products/${safeId(productID)}/phones/${safeId(phoneID)}`;
}

/** Ids come from people: one with dots or slashes would name another address. */
function safeId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new BackupFailure("unknownPhone");
  return id;
}

function queryOf({ keywords, pageNum, pageSize }: BackupPageRequest): string {
  const query = new URLSearchParams({ page: String(pageNum), size: String(pageSize) });
  if (keywords) query.set("q", keywords.toWellFormed());
  return query.toString();
}

async function fetchFrom(address: string, { token }: BackupAccess): Promise<Response> {
  // fetch's error message would repeat a token that is invalid in a header.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new BackupFailure("refused");
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, image/*" };
  const response = await fetch(address, { headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => {
      throw new BackupFailure("unavailable", error);
    },
  );
  if (response.ok) return response;
  await response.body?.cancel();
  throw new BackupFailure(reasonOf(response.status, address));
}

function reasonOf(status: number, address: string): BackupFailure["reason"] {
  if (status === 401 || status === 403) return "refused";
  if (status === 404) return address.includes("/groups/") ? "notFound" : "unknownPhone";
  return status === 429 ? "rateLimited" : "unavailable";
}

async function readJson<Shape extends z.ZodType>(answer: Promise<Response>, shape: Shape): Promise<z.infer<Shape>> {
  const response = await answer;
  try {
    return shape.parse(await response.json());
  } catch (error) {
    throw new BackupFailure("unavailable", error);
  }
}

async function readPicture(response: Response): Promise<{ body: Buffer; contentType: string }> {
  const contentType = (response.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
  const size = Number(response.headers.get("content-length") ?? 0);
  if (!pictureTypes.includes(contentType) || size > maxPictureBytes) {
    await response.body?.cancel();
    throw new BackupFailure("notFound");
  }
  try {
    const body = Buffer.from(await response.arrayBuffer());
    if (body.length > maxPictureBytes) throw new Error("The picture is too large");
    return { body, contentType };
  } catch (error) {
    throw new BackupFailure("unavailable", error);
  }
}
