import type { ShownTemplate } from "@homeroom/contract/chat-templates";
import type { FailureReason } from "@homeroom/contract/failure-reasons";
import {
  type ReviewStatus,
  revisionLimits,
  type TemplateContent,
  type TemplateUsage,
  unsubscribePayload,
} from "@homeroom/contract/message-templates";
import { filledIn, variablesIn } from "@homeroom/contract/template-advice";
import type { ReadyTemplate } from "#modules/inbox/public";
import type { FieldFault } from "#platform/errors/app-error";
import { missingField, refuseFaults } from "#platform/errors/refuse-faults";
import type { ReviewedContent } from "./port.ts";

const maxBodyLength = 1024;
/** The longest value of a variable in a header or an address. */
const maxPartLength = 200;

type Place = ReadyTemplate["places"][number];

/** All variables filled when the template is sent, in reading order. */
export function placesOf(content: TemplateContent): Place[] {
  const { type, header, headerSample, body, variables, buttons } = content;
  const inHeader = type === "text" && variablesIn(header).length > 0;
  return [
    ...(inHeader ? [{ key: "header", part: "header" as const, sample: headerSample, source: "none" as const }] : []),
    ...variablesIn(body).map((number) => ({
      key: `body.${number}`,
      part: "body" as const,
      sample: variables[number - 1]?.sample ?? "",
      source: variables[number - 1]?.source ?? ("none" as const),
    })),
    ...buttons.flatMap((button, index) =>
      hasSuffix(button)
        ? [{ key: `button.${index}`, part: "button" as const, sample: suffixOf(button), source: "none" as const }]
        : [],
    ),
  ];
}

/** The template with its variables filled. Throws FIELD_INVALID at those that are empty or too long. */
export function fillTemplate(
  template: { name: string; content: TemplateContent },
  given: Readonly<Record<string, string>>,
): ReturnType<ReadyTemplate["fill"]> {
  const { content } = template;
  const places = placesOf(content);
  const values = new Map(places.map(({ key }) => [key, oneLine(Object.hasOwn(given, key) ? given[key] : "")]));
  refuseFaults(places.flatMap((place) => faultIn(place, values.get(place.key) ?? "")));
  const value = (key: string) => values.get(key) ?? "";
  const body = filledIn(
    content.body,
    Object.fromEntries(variablesIn(content.body).map((number) => [number, value(`body.${number}`)])),
  );
  if ([...body].length > maxBodyLength) refuseFaults(places.filter(({ part }) => part === "body").map(faultAt));
  const shown: ShownTemplate = {
    name: template.name,
    header: content.type === "text" ? filledIn(content.header, { 1: value("header") }) : "",
    body,
    footer: content.footer,
    buttons: content.buttons.map((button, index) => ({
      type: button.type,
      text: button.text,
      url: button.type === "link" ? filledIn(button.url, { 1: encodeURI(value(`button.${index}`)) }) : "",
    })),
  };
  return { text: body, shown, components: componentsOf(content, places, value) };
}

/** In WhatsApp's format. A header's picture is put before them when the message is sent. */
function componentsOf(content: TemplateContent, places: readonly Place[], value: (key: string) => string): unknown[] {
  const words = (part: Place["part"]) =>
    places.filter((place) => place.part === part).map(({ key }) => ({ type: "text", text: value(key) }));
  const [header, body] = [words("header"), words("body")];
  return [
    ...(header.length > 0 ? [{ type: "header", parameters: header }] : []),
    ...(body.length > 0 ? [{ type: "body", parameters: body }] : []),
    ...content.buttons.flatMap((button, index) => {
      if (button.type === "unsubscribe")
        return [buttonComponent("quick_reply", index, { type: "payload", payload: unsubscribePayload })];
      if (!hasSuffix(button)) return [];
      return [buttonComponent("url", index, { type: "text", text: encodeURI(value(`button.${index}`)) })];
    }),
  ];
}

function buttonComponent(subType: string, index: number, parameter: object) {
  return { type: "button", sub_type: subType, index: String(index), parameters: [parameter] };
}

function faultIn(place: Place, value: string): FieldFault[] {
  const longest = place.part === "body" ? maxBodyLength : maxPartLength;
  if (value === "") return [missingField(`variables.${place.key}`)];
  return [...value].length > longest ? [faultAt(place)] : [];
}

function faultAt({ key }: Place): FieldFault {
  return { field: `variables.${key}`, name: "FIELD_INVALID" };
}

/** WhatsApp refuses line breaks, tabs and long gaps in values. */
function oneLine(text = ""): string {
  return text.replace(/\s+/g, " ").trim();
}

function hasSuffix({ type, url }: TemplateContent["buttons"][number]): boolean {
  return type === "link" && url.endsWith("{{1}}");
}

/** The part of the example address that the variable stands for. */
function suffixOf({ url, urlSample }: TemplateContent["buttons"][number]): string {
  const fixed = url.replace(/\{\{1\}\}$/, "");
  return urlSample.startsWith(fixed) ? urlSample.slice(fixed.length) : "";
}

/** The facts that decide whether a template can be sent. */
export interface SendingState {
  approved_content: TemplateContent | null;
  open_status: number;
  stopped: string | null;
  usage: TemplateUsage;
}

/** The part of a template that can be sent now; null if there is none. */
export function sendableContent(template: SendingState, use: TemplateUsage): TemplateContent | null {
  const { approved_content: content, open_status: openStatus, stopped, usage } = template;
  if (!content || openStatus !== 1 || stopped !== null) return null;
  if (usage !== "both" && use !== "both" && usage !== use) return null;
  return content;
}

/** A template made at WhatsApp has its picture there and not here: one has to be chosen before it is sent. */
export function lacksPicture({ type, headerImage }: TemplateContent): boolean {
  return type === "image" && headerImage === null;
}

/** The state of a template that WhatsApp refused to send: a paused one resumes by itself, the others once somebody has acted. */
export function stopAfterRefusal(reason: FailureReason): "paused" | "disabled" | "refused" {
  if (reason === "templatePaused") return "paused";
  return reason === "templateDisabled" ? "disabled" : "refused";
}

/** Whether two texts are the same to a customer. */
export function sameContent(one: TemplateContent, other: TemplateContent): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

/** Whether two texts are the same to WhatsApp, which takes a header's picture as a sample: each message brings its own. */
export function sameToReviewer(one: TemplateContent, other: TemplateContent): boolean {
  return sameContent({ ...one, headerImage: null }, { ...other, headerImage: null });
}

/**
 * Whether two texts are the same to a customer after WhatsApp stored them. Examples and unused fields may differ,
 * and a phone number comes back without its gaps.
 */
export function readsTheSame(one: ReviewedContent, other: ReviewedContent): boolean {
  return JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));
}

function wordsOf({ type, header, body, footer, buttons }: ReviewedContent): unknown {
  const words = [type, type === "text" ? header : "", body, footer].map((text) => text.replace(/\r\n?/g, "\n").trim());
  return [...words, buttons.map(wordsOfButton)];
}

function wordsOfButton({ type, text, url, phone }: TemplateContent["buttons"][number]): string[] {
  if (type === "link") return [type, text.trim(), url.trim()];
  return type === "call" ? [type, text.trim(), phone.replace(/[^\d+]/g, "")] : ["shortcut", text.trim()];
}

/** The facts that decide whether WhatsApp counts a new text as a change of an approved one. */
export interface Revisable {
  approved_content: TemplateContent | null;
  provider_id: string | null;
  review_status: ReviewStatus;
  stopped: string | null;
  revised_at: readonly Date[];
}

const day = 24 * 3_600_000;

/** When WhatsApp accepts a template's next text; null: at once, as always after a rejection or a pause. */
export function revisableAt(template: Revisable, now: Date): Date | null {
  const { approved_content: approved, provider_id: id, review_status: status, stopped } = template;
  if (!approved || id === null || status === "rejected" || stopped === "paused") return null;
  const times = recentRevisions(template, now).map((at) => at.getTime());
  const last = Math.max(...times.slice(-revisionLimits.aDay));
  const oldest = times.at(-revisionLimits.in30Days);
  const from = Math.max(times.length > 0 ? last + day : 0, oldest === undefined ? 0 : oldest + 30 * day);
  return from > now.getTime() ? new Date(from) : null;
}

/** The changes that still count towards the limit, oldest first. */
export function recentRevisions({ revised_at: all }: Pick<Revisable, "revised_at">, now: Date): Date[] {
  const since = now.getTime() - 30 * day;
  return all.filter((at) => at.getTime() > since).toSorted((one, other) => one.getTime() - other.getTime());
}

/** With sorted keys, as the database returns them in another order; fields that only we use are left out. */
function ordered(content: TemplateContent): unknown {
  const { type, header, headerSample, headerImage, body, variables, footer, buttons } = content;
  return [
    type,
    header,
    headerSample,
    headerImage,
    body,
    variables.map(({ sample }) => sample),
    footer,
    buttons.map((button) => [button.type, button.text, button.url, button.urlSample, button.phone]),
  ];
}
