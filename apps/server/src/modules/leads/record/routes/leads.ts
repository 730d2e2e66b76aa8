import { leadActions, leads, leadTypes } from "@homeroom/contract/leads";
import { fileAddresses } from "#modules/files/public";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { readWithNames } from "#platform/db/cached-names";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addNote } from "../../follow-up/actions/add-note.ts";
import { presentNotes } from "../../follow-up/present.ts";
import { listHistory, listNotes } from "../../follow-up/queries/lead-entries.ts";
import { listLeads } from "../../list/queries/lead-list.ts";
import { leadAbilities } from "../../policy.ts";
import { addLead } from "../actions/add-lead.ts";
import { changeLead, editLead } from "../actions/edit-lead.ts";
import { editLeadContacts } from "../actions/edit-lead-contacts.ts";
import { presentCard, presentHistory, presentLeads } from "../present.ts";
import { loadLead } from "../queries/load-lead.ts";
import { actionLabels, typeLabels } from "../rules/labels.ts";

/** Binds the calls of the lead desk. */
export function bindLeadRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  const findPictures = fileAddresses(platform);

  bind(leads.list, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return readWithNames(db, scope, async (tx) => {
      const { leads: rows, ...page } = await listLeads(tx, scope, request);
      return {
        ...page,
        list: await presentLeads(tx, scope, rows, findPictures),
        pageNum: request.pageNum,
        pageSize: request.pageSize,
      };
    });
  });

  bind(leads.info, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return readWithNames(db, scope, async (tx) => {
      const lead = await loadLead(tx, scope, leadId);
      return presentCard(tx, scope, { lead, can: leadAbilities(actor), findPictures });
    });
  });

  bind(leads.add, (form, { actor }) => addLead(db, actor, form));
  bind(leads.edit, (form, { actor }) => editLead(db, actor, form));
  bind(leads.change, (form, { actor }) => changeLead(db, actor, form));
  bind(leads.editContacts, (form, { actor }) => editLeadContacts(db, actor, form));
  bind(leads.addNote, (form, { actor }) => addNote(db, actor, form));

  bind(leads.logs, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return readWithNames(db, scope, async (tx) => {
      const lead = await loadLead(tx, scope, request.leadId);
      const page = await listHistory(tx, scope, request);
      return pageAnswer(
        request,
        page,
        await presentHistory(tx, scope, { lead, page, seesOrders: can(actor, "sale:order:query") }),
      );
    });
  });

  bind(leads.notes, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return readWithNames(db, scope, async (tx) => {
      await loadLead(tx, scope, request.leadId);
      const page = await listNotes(tx, scope, request);
      return pageAnswer(request, page, await presentNotes(tx, scope, { notes: page.rows, actor }));
    });
  });

  bind(leads.actionTypes, (_request, { language }) => options(leadActions, actionLabels[language]));
  bind(leads.typeList, (_request, { language }) => options(leadTypes, typeLabels[language]));
}

function pageAnswer<Row>(
  request: { pageNum: number; pageSize: number },
  page: { total: number; nextCursor: string | null },
  list: Row[],
) {
  return { list, total: page.total, nextCursor: page.nextCursor, pageNum: request.pageNum, pageSize: request.pageSize };
}

function options<Key extends string>(values: Record<Key, number>, labels: Record<Key, string>) {
  return (Object.keys(values) as Key[]).map((key) => ({ value: String(values[key]), label: labels[key] }));
}
