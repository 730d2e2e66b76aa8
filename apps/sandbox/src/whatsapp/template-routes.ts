import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Channel } from "./channel.ts";
import { changeEnvelope } from "./envelope.ts";
import { GraphRefusal } from "./graph-errors.ts";
import { authorised, fieldsOf, type Id, logRequest, objectUnknown } from "./graph-request.ts";
import { checkComponents, type Template } from "./templates.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

const PAGE = 25;

/** Templates of a business account: list, create (reviewed after a short time), delete. */
export async function templateRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get<Id>("/:id/message_templates", async (request) => {
    authorisedAccount(sandbox, request);
    const { name, status, after } = request.query;
    const filter = { ...(name === undefined ? {} : { name }), ...(status === undefined ? {} : { status }) };
    const all = sandbox.templates.list(request.params.id, filter);
    const limit = Math.min(Math.max(Number(request.query.limit) || PAGE, 1), 1_000);
    const start = after === undefined ? 0 : all.findIndex((template) => cursorOf(template) === after) + 1;
    const page = all.slice(start, start + limit);
    logRequest(sandbox, request, 200);
    return { data: page.map(describeTemplate), ...pagingOf(request, page, start + limit < all.length) };
  });
  app.post<Id>("/:id/message_templates", async (request) => {
    const channel = authorisedAccount(sandbox, request);
    const template = sandbox.templates.create(channel.businessAccountId, fieldsOf(request));
    reviewTemplate(sandbox, channel, template);
    logRequest(sandbox, request, 200);
    return { id: template.id, status: template.status, category: template.category };
  });
  app.delete<Id>("/:id/message_templates", async (request) => {
    const channel = authorisedAccount(sandbox, request);
    const { name, hsm_id: id } = request.query;
    if (name === undefined) throw new GraphRefusal("missingParameter", "Param name is required");
    if (!sandbox.templates.remove(channel.businessAccountId, name, id))
      throw new GraphRefusal("invalidParameter", "Message template not found");
    logRequest(sandbox, request, 200);
    return { success: true };
  });
}

/**
 * Replaces a template's text, which is reviewed again; the approved text is sent until then. An approved template keeps its
 * category and can be changed at most once in 24 hours and ten times in 30 days.
 */
export function reviseTemplate(
  sandbox: WhatsAppSandbox,
  channel: Channel,
  { template, components, category }: { template: Template; components: Template["components"]; category: string },
): void {
  if (template.status === "PENDING")
    throw new GraphRefusal("invalidParameter", "Content in review can't be edited. Try again once the review is over.");
  if (template.category !== "AUTHENTICATION") checkComponents(components, sandbox.templates.samples);
  if (template.status === "APPROVED") {
    recordRevision(template, category);
    template.approved = template.components;
  }
  Object.assign(template, { components, category, status: "PENDING" });
  reviewTemplate(sandbox, channel, template);
}

const DAY_MS = 86_400_000;

function recordRevision(template: Template, category: string): void {
  if (category !== template.category)
    throw new GraphRefusal("invalidParameter", "The category of an approved message template can't be changed.");
  const now = Date.now();
  const recent = (template.revisedAt ?? []).filter((at) => at > now - 30 * DAY_MS);
  if (recent.some((at) => at > now - DAY_MS) || recent.length >= 10)
    throw new GraphRefusal(
      "invalidParameter",
      "An approved message template can be edited once in 24 hours and 10 times in 30 days.",
    );
  template.revisedAt = [...recent, now];
}

/** Words in a template's name or text that lead to its rejection. */
const disliked = /reject|拒絕|拒绝/i;

/** Approves a template after a short time, or rejects it because of its words, and notifies the business by webhook. */
export function reviewTemplate(sandbox: WhatsAppSandbox, channel: Channel, template: Template): void {
  const reviewed = template.components;
  sandbox.timers.later(sandbox.switches.reviewMs, () => {
    if (template.components !== reviewed) return;
    settleReview(template, disliked.test(`${template.name} ${JSON.stringify(reviewed)}`));
    const rejected = template.status === "REJECTED";
    const value = {
      event: template.status,
      message_template_id: Number(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      reason: rejected ? "INVALID_FORMAT" : "NONE",
      message_template_category: template.category,
      ...(rejected && {
        rejection_info: { reason: "The text cannot be understood.", recommendation: "Say what the message is about." },
      }),
    };
    sandbox.webhooks.post(channel, changeEnvelope(channel, "message_template_status_update", value), "template review");
  });
}

function settleReview(template: Template, rejected: boolean): void {
  if (rejected) {
    template.status = "REJECTED";
    template.rejected_reason = "INVALID_FORMAT";
    return;
  }
  template.status = "APPROVED";
  delete template.approved;
  delete template.rejected_reason;
}

export function authorisedAccount(sandbox: WhatsAppSandbox, request: FastifyRequest<Id>): Channel {
  const channel = authorised(sandbox, request).find((one) => one.businessAccountId === request.params.id);
  if (channel === undefined) throw objectUnknown(request);
  return channel;
}

/** A template as in Meta's answers, without the sandbox's own fields. */
export function describeTemplate({
  businessAccountId: _account,
  approved: _approved,
  revisedAt: _revised,
  ...template
}: Template): object {
  return { rejected_reason: "NONE", ...template };
}

function pagingOf(request: FastifyRequest<Id>, page: readonly Template[], more: boolean): object {
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return {};
  const next = `http://${request.host}${request.originalUrl.split("?")[0]}?after=${cursorOf(last)}`;
  return { paging: { cursors: { before: cursorOf(first), after: cursorOf(last) }, ...(more ? { next } : {}) } };
}

function cursorOf(template: Template): string {
  return Buffer.from(template.id).toString("base64url");
}
