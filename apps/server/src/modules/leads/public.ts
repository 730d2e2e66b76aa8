import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import { hourlyRemoval, type ScheduledWork } from "#platform/jobs/scheduled-work";
import { runParts } from "#platform/runs/run";
import type { Platform, ServerModule } from "#platform/server-module";
import { eraseDeletedLeads } from "./bin/actions/erase-deleted-leads.ts";
import { bulkRun, bulkWork } from "./bulk/actions/carry-on-bulk.ts";
import { removeOldBulks } from "./bulk/actions/undo-bulk.ts";
import { bindLeadBulkRoutes } from "./bulk/routes.ts";
import { bindConsentRoutes, serveUnsubscribe } from "./consent/routes/unsubscribe.ts";
import { bindLeadFamilyRoutes } from "./family/routes.ts";
import { notifyMorningContacts } from "./follow-up/actions/notify-morning-contacts.ts";
import { sendReminders } from "./follow-up/actions/send-reminders.ts";
import { dueMornings, organizationsToRemind } from "./follow-up/queries/reminders.ts";
import { bindLeadDeskRoutes } from "./list/routes.ts";
import type { LeadConversations, LeadErasure } from "./port.ts";
import { leadReactions } from "./reactions.ts";
import { bindAssignmentTrace, bindCardRoutes } from "./record/routes/card.ts";
import { bindLeadRoutes } from "./record/routes/leads.ts";

export { mayBeWrittenTo, mayReceiveNews, whoMayReceiveNews } from "./consent/queries/consents.ts";
export { unsubscribeLink } from "./consent/rules.ts";
export { introduceLead } from "./customers/actions/introduce-lead.ts";
export {
  type LeadOfContact,
  leadForNewContact,
  leadsForNewContacts,
  type NewContact,
} from "./customers/actions/lead-for-new-contact.ts";
export { leadForVisitor } from "./customers/actions/lead-for-visitor.ts";
export {
  gptStatus,
  recordCustomerMessage,
  recordStaffMessage,
  recordStaffMessageElsewhere,
  type TalkingLead,
} from "./customers/actions/record-messages.ts";
export { recordOrigin } from "./customers/actions/record-origin.ts";
export { type LockedLeads, lockTalkingLeads } from "./customers/writes/record-many-messages.ts";
export { findKeptLead } from "./duplicates/queries/merges.ts";
export {
  contactsDue,
  leadAssigned,
  leadCreated,
  leadEdited,
  leadReminderDue,
  leadsChanged,
  leadsDealt,
  leadsHandedOver,
  leadsMoved,
} from "./events.ts";
export { lockFamily } from "./family/writes/shared-contacts.ts";
export { lockBuyer, recordOrderPaid, recordOrderStep } from "./follow-up/actions/record-order.ts";
export { leadImport } from "./import/actions/import-leads.ts";
export { countMatching } from "./list/queries/counting.ts";
export { type FoundLead, findLeads } from "./list/queries/find-leads.ts";
export { leadIdsMatching, leadsMatching } from "./list/queries/lead-conditions.ts";
export { type LeadToFollow, leadsDue, returnedLeads, unassignedLeads } from "./list/queries/leads-to-follow.ts";
export type { ConversationLead, FindLeadFiles, ForgetLeads, LeadConversations } from "./port.ts";
export { type Move, type MovedLead, moveHeldLeads, returnHeldLeads } from "./record/actions/move-held-leads.ts";
export { lockGptStatus, setGptStatus, setLeadTags } from "./record/actions/set-lead-value.ts";
export { listUses } from "./record/queries/item-uses.ts";
export { countHeldBy, type HeldLeads, type LeadHead, leadHeads, peopleInLeads } from "./record/queries/lead-heads.ts";
export { loadLead } from "./record/queries/load-lead.ts";

/** `findFiles` and `forget` handle data of erased leads in other modules. */
interface LeadParts extends Partial<LeadErasure> {
  /** Moves conversations when leads are merged. */
  conversations?: LeadConversations;
}

/** The lead desk: its calls, its loops, and its reactions to changed leads. */
export function leadsModule(platform: Platform, parts: LeadParts = {}): ServerModule {
  const { conversations = withoutInbox, findFiles = [], forget = [] } = parts;
  const bulk = runParts(platform, bulkRun, bulkWork(platform));
  return {
    name: "leads",
    routes(bind) {
      bindLeadRoutes(bind, platform);
      bindLeadDeskRoutes(bind, platform);
      bindLeadBulkRoutes(bind, platform);
      bindCardRoutes(bind, platform);
      bindConsentRoutes(bind, platform);
      bindAssignmentTrace(bind, platform);
      bindLeadFamilyRoutes(bind, platform, conversations);
    },
    callbacks: (app) => serveUnsubscribe(app, platform),
    jobs: bulk.jobs,
    reactions: [...leadReactions, ...bulk.reactions],
    rooms: (actor) => (can(actor, "crm:lead:query") ? scopeRooms("lead", scopeOf(actor, "crm:lead:all")) : []),
    schedule: [...leadUpkeep(platform, { findFiles, forget }), dueReminders(platform.db)],
  };
}

/** For a server without conversations: locks and moves nothing. */
const withoutInbox: LeadConversations = {
  hold: async () => undefined,
  join: async () => undefined,
  part: async () => undefined,
  find: async () => new Map(),
};

/** Sends reminders that are due, and lists each person's contacts of the day in the morning. */
function dueReminders(db: Database): ScheduledWork {
  return {
    name: "due reminders",
    everySeconds: 20,
    async run(stop) {
      for (const organizationId of await organizationsToRemind(db)) {
        while (!stop.aborted && (await sendReminders(db, organizationScope(organizationId))) > 0);
      }
      for (const morning of await dueMornings(db)) {
        if (!stop.aborted) await notifyMorningContacts(db, morning);
      }
    },
  };
}

/** Erases leads whose time in the bin is over, and bulk changes that can no longer be undone. */
function leadUpkeep(platform: Platform, erasing: LeadErasure): readonly ScheduledWork[] {
  return [
    {
      name: "deleted leads",
      everySeconds: 3600,
      run: (stop) => eraseDeletedLeads(platform, erasing, () => stop.aborted),
    },
    hourlyRemoval("bulk changes", () => removeOldBulks(platform.db)),
  ];
}
