import type { BroadcastVariable } from "@homeroom/contract/broadcast-plans";
import type { BranchId, LeadId } from "@homeroom/contract/ids";
import type { VariableSource } from "@homeroom/contract/message-templates";
import { peopleByIds } from "#modules/accounts/public";
import { type LeadHead, leadHeads } from "#modules/leads/public";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { ReadyTemplate } from "../../inbox.ts";

export type BroadcastVariables = Readonly<Record<string, BroadcastVariable>>;

type Facts = Readonly<Record<VariableSource, string>>;

/** The leads' values for a plan's variables. */
export async function broadcastFacts(
  tx: Tx,
  scope: Scope,
  variables: BroadcastVariables,
  leads: readonly LeadHead[],
): Promise<(lead: LeadHead) => Facts> {
  const wanted = new Set(Object.values(variables).map(({ source }) => source));
  const salesIds = leads.flatMap(({ salesId }) => salesId ?? []);
  const sales: ReadonlyMap<string, { nickname: string }> = wanted.has("sales")
    ? await peopleByIds(tx, scope, [...new Set(salesIds)])
    : new Map<string, { nickname: string }>();
  const branches = new Map<BranchId, string>();
  if (wanted.has("branch"))
    for (const id of new Set(leads.map(({ branchId }) => branchId)))
      branches.set(id, (await branchById(tx, scope, id))?.name ?? "");
  return ({ nickname, salesId, branchId }) => ({
    none: "",
    nickname,
    sales: (salesId && sales.get(salesId)?.nickname) ?? "",
    branch: branches.get(branchId) ?? "",
  });
}

/** A template filled for one person; null if a variable is empty or too long for them. */
export function fillBroadcast(
  { template, variables }: { template: ReadyTemplate; variables: BroadcastVariables },
  facts: Facts,
): ReturnType<ReadyTemplate["fill"]> | null {
  const values = Object.entries(variables).map(([key, { source, text }]) => [key, facts[source] || text] as const);
  try {
    return template.fill(Object.fromEntries(values));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The text that a person would read, and the person; empty without a template or if it cannot be filled for them. */
export async function fillForLead(
  tx: Tx,
  scope: Scope,
  to: { variables: BroadcastVariables; phone: string; leadId: LeadId | null; template: ReadyTemplate | null },
): Promise<{ nickname: string; text: string }> {
  const lead = to.leadId ? (await leadHeads(tx, scope, [to.leadId])).get(to.leadId) : undefined;
  const facts = lead && (await broadcastFacts(tx, scope, to.variables, [lead]))(lead);
  const nobody = { none: "", nickname: "", sales: "", branch: "" };
  const filled = to.template && fillBroadcast({ template: to.template, variables: to.variables }, facts ?? nobody);
  return { nickname: lead?.nickname ?? `+${to.phone}`, text: filled?.text ?? "" };
}
