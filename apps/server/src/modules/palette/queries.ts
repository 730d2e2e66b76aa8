import type { PaletteField, PaletteHit, PaletteKind } from "@homeroom/contract/palette";
import { findStaff } from "#modules/accounts/public";
import { findPlans } from "#modules/broadcast-plans/public";
import { findMessages } from "#modules/inbox/public";
import { findLeads } from "#modules/leads/public";
import { findTemplates } from "#modules/message-templates/public";
import { ordersNumbered } from "#modules/orders/public";
import { findProducts } from "#modules/products/public";
import { type Actor, can } from "#platform/auth/actor";
import { peopleScope, scopeOf, sharedScope } from "#platform/auth/scopes";
import type { Tx } from "#platform/db/transaction";

interface Search {
  tx: Tx;
  actor: Actor;
  keywords: string;
}

/** The number of results of each kind. */
const limits = { lead: 12, others: 4 };
/** A shorter part of an order's number matches too many orders. */
const minDigits = 4;

/** The search of each kind; empty without the permission to see it. The scopes are those of the lists. */
export const finders: Record<PaletteKind, (search: Search) => Promise<PaletteHit[]>> = {
  lead: leadHits,
  order: orderHits,
  staff: staffHits,
  plan: planHits,
  template: templateHits,
  product: productHits,
  message: messageHits,
};

async function leadHits({ tx, actor, keywords }: Search): Promise<PaletteHit[]> {
  if (!can(actor, "crm:lead:query")) return [];
  const found = await findLeads(tx, scopeOf(actor, "crm:lead:all"), { keywords, limit: limits.lead });
  return found.map(({ leadId, nickname, names, phones, email, by }) => ({
    kind: "lead",
    id: leadId,
    title: nickname,
    detail: [names.filter((name) => name !== nickname).join(" "), phones[0] ?? ""].filter(Boolean).join(" · "),
    matched: by === "name" ? fieldWith(keywords, { name: [nickname, ...names], phone: phones, email: [email] }) : by,
    conversationId: null,
  }));
}

async function orderHits({ tx, actor, keywords }: Search): Promise<PaletteHit[]> {
  const digits = digitsOf(keywords);
  if (!can(actor, "sale:order:query") || digits.length < minDigits) return [];
  const scope = scopeOf(actor, "crm:lead:all");
  const found = await ordersNumbered(tx, scope, { digits, limit: limits.others });
  return found.map(({ order_number: id, lead_name: detail }) => ({
    ...{ kind: "order", id, title: id, detail, matched: "number", conversationId: null },
  }));
}

async function staffHits({ tx, actor, keywords }: Search): Promise<PaletteHit[]> {
  if (!can(actor, "hr:staff:query")) return [];
  const found = await findStaff(tx, peopleScope(actor), { keywords, limit: limits.others });
  return found.map(({ accountId, nickname, names, email, phone, isSound }) => ({
    kind: "staff",
    id: accountId,
    title: nickname,
    detail: email,
    matched: isSound ? "sound" : fieldWith(keywords, { name: [nickname, ...names], email: [email], phone: [phone] }),
    conversationId: null,
  }));
}

async function planHits({ tx, actor, keywords }: Search): Promise<PaletteHit[]> {
  if (!can(actor, "bulk:plan:query")) return [];
  const found = await findPlans(tx, scopeOf(actor, "bulk:plan:query"), { keywords, limit: limits.others });
  return found.map(({ plan_id: id, name: title }) => ({
    ...{ kind: "plan", id, title, detail: "", matched: "name", conversationId: null },
  }));
}

async function templateHits({ tx, actor, keywords }: Search): Promise<PaletteHit[]> {
  if (!can(actor, "bulk:template:query")) return [];
  const found = await findTemplates(tx, scopeOf(actor, "bulk:template:query"), { keywords, limit: limits.others });
  return found.map(({ template_id: id, name, content }) => ({
    kind: "template",
    id,
    title: name,
    detail: content.body,
    matched: fieldWith(keywords, { name: [name], text: [content.body] }),
    conversationId: null,
  }));
}

async function productHits({ tx, actor, keywords }: Search): Promise<PaletteHit[]> {
  if (!can(actor, "sale:product:query")) return [];
  const found = await findProducts(tx, sharedScope(actor), { keywords, limit: limits.others });
  return found.map(({ product_id: id, name, sales_name, retailer_id, description }) => ({
    kind: "product",
    id,
    title: name,
    detail: sales_name ?? "",
    matched: fieldWith(keywords, { name: [name, sales_name], number: [retailer_id], text: [description] }),
    conversationId: null,
  }));
}

async function messageHits({ tx, actor, keywords }: Search): Promise<PaletteHit[]> {
  if (!can(actor, "chat:message:query")) return [];
  const found = await findMessages(tx, scopeOf(actor, "chat:message:all"), { keywords, pageSize: limits.others });
  return found.map(({ messageId: id, conversationId, nickname: title, snippet: detail }) => ({
    ...{ kind: "message", id, title, detail, matched: "said", conversationId },
  }));
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/** The digits of a text that is only a number, in any notation; "" for any other text. */
export function digitsOf(keywords: string): string {
  const digits = plain(keywords).replace(/[\s()+.\-‐-―]/g, "");
  return /^\d+$/.test(digits) ? digits : "";
}

/** The first field that contains the words, or one of them; the first field if none does. */
export function fieldWith(
  keywords: string,
  fields: Partial<Record<PaletteField, readonly (string | null | undefined)[]>>,
): PaletteField {
  const digits = digitsOf(keywords).replace(/^0+(?=\d{3})/, "");
  const words = plain(keywords).split(/\s+/).filter(Boolean);
  const entries = Object.entries(fields) as [PaletteField, readonly (string | null | undefined)[]][];
  const holds = (text: string) =>
    (digits.length > 2 && text.replace(/\D/g, "").includes(digits)) || words.some((word) => plain(text).includes(word));
  const found = entries.find(([, texts]) => texts.some((text) => text && holds(text)));
  return found?.[0] ?? entries[0]?.[0] ?? "name";
}
