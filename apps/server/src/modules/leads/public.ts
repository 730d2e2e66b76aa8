import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import { runParts } from "#platform/runs/run";
import type { Platform, ServerModule } from "#platform/server-module";
import { bulkRun, bulkWork } from "./actions/carry-on-bulk.ts";
import { startLeadUpkeep } from "./jobs/lead-upkeep.ts";
import { startReminderWatch } from "./jobs/reminder-watch.ts";
import type { FindLeadFiles, LeadConversations } from "./port.ts";
import { leadReactions } from "./reactions.ts";
import { bindAssignmentTrace } from "./routes/assignment-trace.ts";
import { bindCardRoutes } from "./routes/card.ts";
import { bindLeadBulkRoutes } from "./routes/lead-bulk.ts";
import { bindLeadDeskRoutes } from "./routes/lead-desk.ts";
import { bindLeadFamilyRoutes } from "./routes/lead-families.ts";
import { bindLeadRoutes } from "./routes/leads.ts";

export { holdFamily } from "./actions/hold-family.ts";
export { leadImport } from "./actions/import-leads.ts";
export { introduceLead } from "./actions/introduce-lead.ts";
export { type LeadOfContact, leadForNewContact, type NewContact } from "./actions/lead-for-new-contact.ts";
export { type Move, moveHeldLeads } from "./actions/move-held-leads.ts";
export {
  gptStatus,
  noteCustomerMessage,
  noteStaffMessage,
  noteStaffMessageElsewhere,
  type TalkingLead,
} from "./actions/note-messages.ts";
export { lockGptStatus, setGptStatus } from "./actions/set-gpt-status.ts";
export { setLeadTags } from "./actions/set-lead-tags.ts";
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
export type { Conversing, FindLeadFiles, LeadConversations } from "./port.ts";
export { countMatching } from "./queries/counting.ts";
export { countHeldBy, type HeldLeads } from "./queries/held-leads.ts";
export { listUses } from "./queries/item-uses.ts";
export { leadIdsMatching, leadsMatching } from "./queries/lead-conditions.ts";
export { type LeadHead, leadHeads } from "./queries/lead-heads.ts";
export { peopleInLeads } from "./queries/people-in-leads.ts";

interface LeadParts {
  /** What becomes of conversations when leads are merged. */
  conversations?: LeadConversations;
  /** Says what files erased leads leave behind. */
  findFiles?: readonly FindLeadFiles[];
}

/** The lead desk: its calls, its loops, and who is told when a lead changes. */
export function leadsModule(platform: Platform, parts: LeadParts = {}): ServerModule {
  const { conversations = withoutInbox, findFiles = [] } = parts;
  const bulk = runParts(platform, bulkRun, bulkWork(platform));
  return {
    name: "leads",
    routes(bind) {
      bindLeadRoutes(bind, platform);
      bindLeadDeskRoutes(bind, platform);
      bindLeadBulkRoutes(bind, platform);
      bindCardRoutes(bind, platform);
      bindAssignmentTrace(bind, platform);
      bindLeadFamilyRoutes(bind, platform, conversations);
    },
    jobs: bulk.jobs,
    reactions: [...leadReactions, ...bulk.reactions],
    rooms: (actor) => (can(actor, "crm:lead:query") ? scopeRooms("lead", scopeOf(actor, "crm:lead:all")) : []),
    async startWork() {
      const loops = [startLeadUpkeep(platform, findFiles), startReminderWatch(platform)];
      return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
    },
  };
}

/** For a product without conversations: nothing is held, nothing goes over. */
const withoutInbox: LeadConversations = {
  hold: async () => undefined,
  join: async () => undefined,
  part: async () => undefined,
  find: async () => new Map(),
};
