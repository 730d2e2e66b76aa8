import { leadFamilies } from "@homeroom/contract/lead-families";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import { checkPhone } from "#platform/phones/phones";
import type { Platform } from "#platform/server-module";
import { markNotSame, mergeLeads } from "../duplicates/actions/merge-leads.ts";
import { undoMerge } from "../duplicates/actions/undo-merge.ts";
import { presentSimilar } from "../duplicates/present.ts";
import { duplicateGroups } from "../duplicates/queries/duplicate-groups.ts";
import { leadMergedInto, mergesInto } from "../duplicates/queries/merges.ts";
import { similarLeads, takenClaims } from "../duplicates/queries/similar-leads.ts";
import { likenessOf, likenessOfForm } from "../duplicates/rules/likeness.ts";
import type { LeadConversations } from "../port.ts";
import { loadLead } from "../record/queries/load-lead.ts";
import { addSibling } from "./actions/add-sibling.ts";
import { joinFamily, leaveFamily } from "./actions/change-members.ts";
import { presentFamily, presentGroups, presentMerges } from "./present.ts";
import { familyOf } from "./queries.ts";

/** Binds the calls for leads that are one person or one family. */
export function bindLeadFamilyRoutes(bind: Binder, { db }: Platform, conversations: LeadConversations): void {
  bind(leadFamilies.duplicates, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const lead = await loadLead(tx, scope, leadId);
      const alike = await similarLeads(tx, scope, { like: likenessOf(lead), not: lead });
      const merges = await mergesInto(tx, scope, leadId);
      return {
        list: await presentSimilar(tx, scope, alike),
        merged: await presentMerges(tx, scope, merges),
      };
    });
  });

  bind(leadFamilies.duplicateList, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { groups, nextCursor } = await duplicateGroups(tx, scope, request);
      return { list: await presentGroups(tx, scope, { why: request.by, groups }), nextCursor };
    });
  });

  bind(leadFamilies.similar, ({ areaCode, phone, ...form }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    const checked = checkPhone(areaCode, phone);
    const number = "fault" in checked ? null : checked.e164;
    return inTransaction(db, scope, async (tx) => {
      const like = likenessOfForm({ ...form, number });
      return {
        list: await presentSimilar(tx, scope, await similarLeads(tx, scope, { like, limit: 5 })),
        taken: await takenClaims(tx, scope, { phone: number, email: form.email }),
      };
    });
  });

  bind(leadFamilies.notSame, (request, { actor }) => markNotSame(db, actor, request));
  bind(leadFamilies.merge, (form, { actor }) => mergeLeads(db, actor, { form, conversations }));
  bind(leadFamilies.mergedInto, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, (tx) => leadMergedInto(tx, scope, leadId));
  });
  bind(leadFamilies.undoMerge, ({ recordID }, { actor }) => undoMerge(db, actor, { recordID, conversations }));

  bind(leadFamilies.family, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const lead = await loadLead(tx, scope, leadId);
      const found = lead.family_id ? await familyOf(tx, scope, lead.family_id) : null;
      return presentFamily(tx, scope, { found, conversations });
    });
  });
  bind(leadFamilies.join, (request, { actor }) => joinFamily(db, actor, { ...request, conversations }));
  bind(leadFamilies.leave, (request, { actor }) => leaveFamily(db, actor, request));
  bind(leadFamilies.addSibling, (request, { actor }) => addSibling(db, actor, { ...request, conversations }));
}
