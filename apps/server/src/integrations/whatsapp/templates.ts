import type { RejectReason } from "@homeroom/contract/message-templates";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import type { KnownTemplate, TemplateReviewer, TemplateToReview } from "#modules/message-templates/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { accessTokenOf, callGraph, pathId } from "./client.ts";
import { graphVersion, transferTimeoutMs, userAgent, type WhatsappConfig, whatsappConfig } from "./config.ts";
import { noAnswer, refusedAnswer } from "./failures.ts";
import { contentFrom, toComponents } from "./template-parts.ts";

const fields = "id,name,language,status,category,components,rejected_reason";
/** 100 a page: more than an account can have. */
const maxPages = 70;

/** WhatsApp's templates. `apiUrl` is the setting WHATSAPP_API_URL. */
export function whatsappTemplates(apiUrl: string): TemplateReviewer {
  const config = whatsappConfig(apiUrl);
  return {
    list: (channel, name) => list(config, channel, name),
    submit: (channel, template) => submit(config, channel, template),
    async revise(channel, id, template) {
      const components = toComponents(template.content, await pictureHandle(config, channel, template));
      const body = { category: template.category.toUpperCase(), components };
      await callGraph(config, channel, { method: "POST", path: pathId(id), body, repeatable: true });
    },
    remove: (channel, template) => remove(config, channel, template),
  };
}

function accountOf({ settings }: ChannelAccess): string {
  return pathId(settings["businessAccountId"] ?? "");
}

async function list(config: WhatsappConfig, channel: ChannelAccess, name?: string): Promise<KnownTemplate[]> {
  const found: KnownTemplate[] = [];
  const wanted = name === undefined ? "" : `&name=${encodeURIComponent(name)}`;
  let after = "";
  for (let page = 0; page < maxPages; page += 1) {
    const path = `${accountOf(channel)}/message_templates?fields=${fields}&limit=100${wanted}${after}`;
    const answer = await callGraph(config, channel, { method: "GET", path, repeatable: true });
    found.push(...asList(answer.data).flatMap((one) => knownTemplate(asRecord(one)) ?? []));
    const paging = asRecord(answer.paging);
    const cursor = textOf(asRecord(paging.cursors).after);
    if (paging.next === undefined || cursor === undefined) break;
    after = `&after=${encodeURIComponent(cursor)}`;
  }
  // WhatsApp matches the name as a part of names.
  return name === undefined ? found : found.filter((one) => one.name === name);
}

function knownTemplate(told: JsonRecord): KnownTemplate | null {
  const [id, name, language] = [told.id, told.name, told.language].map(textOf);
  if (id === undefined || name === undefined || language === undefined) return null;
  const category = textOf(told.category)?.toLowerCase();
  return {
    id,
    name,
    language,
    category: category === "utility" || category === "marketing" ? category : null,
    status: reviewStatus(textOf(told.status) ?? ""),
    reason: rejectReason(textOf(told.rejected_reason)),
    detail: "",
    content: contentFrom(asList(told.components).map(asRecord)),
  };
}

async function submit(config: WhatsappConfig, channel: ChannelAccess, template: TemplateToReview) {
  const { name, language, category, content } = template;
  const components = toComponents(content, await pictureHandle(config, channel, template));
  const body = { name, language, category: category.toUpperCase(), components };
  const path = `${accountOf(channel)}/message_templates`;
  try {
    // A duplicate is rejected, so a retry is safe.
    const answer = await callGraph(config, channel, { method: "POST", path, body, repeatable: true });
    const id = textOf(answer.id);
    if (id === undefined) throw noAnswer(undefined, true);
    const moved = textOf(answer.category)?.toLowerCase();
    return {
      id,
      status: reviewStatus(textOf(answer.status) ?? ""),
      category: moved === "utility" || moved === "marketing" ? moved : category,
    };
  } catch (error) {
    throw isTaken(error) ? taken(error) : error;
  }
}

/** Meta's message for a name that has this language already; the code is the same for any wrong parameter. */
function isTaken(error: unknown): error is ProviderFailure {
  return (
    error instanceof ProviderFailure &&
    error.error.code === "100" &&
    /already .*content|already exists/i.test(error.error.detail)
  );
}

function taken({ error }: ProviderFailure): ProviderFailure {
  return new ProviderFailure({ ...error, code: "exists" });
}

async function remove(config: WhatsappConfig, channel: ChannelAccess, { id, name }: { id: string; name: string }) {
  const path = `${accountOf(channel)}/message_templates?name=${encodeURIComponent(name)}&hsm_id=${pathId(id)}`;
  try {
    await callGraph(config, channel, { method: "DELETE", path, repeatable: true });
  } catch (error) {
    const isGone =
      error instanceof ProviderFailure &&
      error.error.code === "100" &&
      /not found|does not exist/i.test(error.error.detail);
    if (!isGone) throw error;
  }
}

/** Uploads the header's picture to WhatsApp as a sample: opens a session, then sends the bytes. */
async function pictureHandle(
  config: WhatsappConfig,
  channel: ChannelAccess,
  { picture }: TemplateToReview,
): Promise<string | null> {
  if (!picture) return null;
  const app = pathId(channel.settings["appId"] ?? "");
  const about = new URLSearchParams({
    file_name: picture.fileName,
    file_length: String(picture.bytes.length),
    file_type: picture.contentType,
  });
  const path = `${app}/uploads?${about.toString()}`;
  const session = textOf((await callGraph(config, channel, { method: "POST", path, body: {}, repeatable: true })).id);
  if (session === undefined || !/^upload:(?!.*\.\.)[\w=+/?&%.:-]{1,500}$/.test(session))
    throw noAnswer(undefined, true);
  const handle = textOf(asRecord(await sendBytes(config, channel, session, picture.bytes)).h);
  if (handle === undefined) throw noAnswer(undefined, true);
  return handle;
}

/** Unlike other calls, the body is the file, and the token has another scheme. */
async function sendBytes(
  config: WhatsappConfig,
  channel: ChannelAccess,
  session: string,
  bytes: Buffer,
): Promise<unknown> {
  const token = accessTokenOf(channel);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${config.apiUrl}/${graphVersion}/${session}`, {
      method: "POST",
      headers: { authorization: `OAuth ${token}`, "user-agent": userAgent, file_offset: "0" },
      body: new Uint8Array(bytes),
      redirect: "manual",
      signal: AbortSignal.timeout(transferTimeoutMs),
    });
    answer = await response.json().catch(() => undefined);
  } catch (error) {
    throw noAnswer(error, true);
  }
  if (!response.ok) {
    const { status: httpStatus, headers } = response;
    throw refusedAnswer({ httpStatus, headers, body: answer, token, repeatable: true });
  }
  return answer;
}

const statuses: Readonly<Record<string, KnownTemplate["status"]>> = {
  APPROVED: "approved",
  REINSTATED: "approved",
  UNARCHIVED: "approved",
  UNLOCKED: "approved",
  REJECTED: "rejected",
  PAUSED: "paused",
  DISABLED: "disabled",
  ARCHIVED: "disabled",
  LOCKED: "disabled",
  LIMIT_EXCEEDED: "rejected",
  DELETED: "gone",
  PENDING_DELETION: "gone",
};

/** In responses and in webhooks alike. An unknown state means still under review. */
export function reviewStatus(told: string): KnownTemplate["status"] {
  const name = told.toUpperCase();
  return Object.hasOwn(statuses, name) ? (statuses[name] ?? "pending") : "pending";
}

const reasons: Readonly<Record<string, RejectReason>> = {
  ABUSIVE_CONTENT: "abusiveContent",
  INCORRECT_CATEGORY: "incorrectCategory",
  INVALID_FORMAT: "invalidFormat",
  PROMOTIONAL: "promotional",
  TAG_CONTENT_MISMATCH: "tagMismatch",
  SCAM: "scam",
};

export function rejectReason(told: string | undefined): RejectReason | null {
  if (told === undefined || told === "NONE") return null;
  return Object.hasOwn(reasons, told) ? (reasons[told] ?? "other") : "other";
}
