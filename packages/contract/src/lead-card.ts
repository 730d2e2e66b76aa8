import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { AccountId, LeadId, RecordId } from "./ids.ts";
import { type LeadAction, leadActions, ReminderForm } from "./leads.ts";

const text = z.string().trim().max(2000);

/** What staff record on a lead besides notes: the actions from a deal to a closed case. */
export const LeadLogForm = z.object({
  leadId: LeadId,
  /** May be proposed by the caller, so that the call can be repeated safely. */
  recordID: RecordId.optional(),
  actionType: z.number().int().min(leadActions.deal).max(leadActions.caseClosed),
  content: text.default(""),
  /** When it takes place, for a trial or a course. */
  at: z.iso.datetime({ offset: true }).optional(),
});
export type LeadLogForm = z.infer<typeof LeadLogForm>;

const EditNoteForm = z.object({
  leadId: LeadId,
  recordID: RecordId,
  content: text.min(1),
  /** Left out: unchanged. */
  result: RecordId.nullable().optional(),
});

/** Records that imply that staff were in contact: like a note, each counts as a contact. */
export const contactActions: readonly LeadAction[] = [
  leadActions.deal,
  leadActions.courseScheduled,
  leadActions.trialBooked,
  leadActions.trialAttended,
  leadActions.trialCancelled,
];

/** How long the writer of a note may change or delete it. */
export const noteOpenHours = 24;

const LeadReminder = z.object({
  recordID: RecordId,
  at: z.string(),
  accountID: AccountId,
  person: z.string(),
  /** The text of the note that it belongs to; empty without a note. */
  content: z.string(),
  /** Whether the person has been notified. */
  isSent: z.boolean(),
});
export type LeadReminder = z.infer<typeof LeadReminder>;

/** The most open reminders of one lead. */
export const maxReminders = 20;

const OfNote = z.object({ leadId: LeadId, recordID: RecordId });

/** The calls of a lead's card, besides saving its fields. */
export const leadCard = {
  uploadAvatar: endpoint("POST /api_users/Member/UploadLeadAvatar", {
    summary: "Stores a photo of a lead; the next save of the lead uses it.",
    access: ["crm:lead:add", "crm:lead:edit"],
    body: "file",
    request: z.object({ leadId: LeadId.optional() }),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 10 * 1024 * 1024 },
  }),
  addLog: endpoint("POST /api_users/Member/AddLeadLog", {
    summary: "Logs a deal, a course, a trial or a closed case; a deal or a closed case also becomes the lead's status.",
    access: "crm:lead:log",
    request: LeadLogForm,
    response: z.object({ recordID: RecordId }),
  }),
  editNote: endpoint("POST /api_users/Member/EditLeadDesc", {
    summary: "Changes the text and the result of the caller's own note, within a day.",
    access: "crm:lead:log",
    request: EditNoteForm,
    response: z.null(),
    errors: ["LEAD_NOTE_FIXED"],
  }),
  deleteNote: endpoint("GET /api_users/Member/DeleteLeadDesc", {
    summary: "Takes back the caller's own note, within a day. Its reminder is removed too.",
    access: "crm:lead:log",
    request: OfNote,
    response: z.null(),
    errors: ["LEAD_NOTE_FIXED"],
  }),
  restoreNote: endpoint("GET /api_users/Member/RestoreLeadDesc", {
    summary: "Restores a note that its writer has just taken back.",
    access: "crm:lead:log",
    request: OfNote,
    response: z.null(),
    errors: ["LEAD_NOTE_FIXED"],
  }),
  reminders: endpoint("GET /api_users/Member/LeadReminderList", {
    summary: "The open reminders of a lead, next first.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: z.array(LeadReminder),
  }),
  saveReminder: endpoint("POST /api_users/Member/SaveLeadReminder", {
    summary: "Sets a reminder about a lead for a person, or moves an existing one.",
    access: "crm:lead:log",
    request: ReminderForm.extend({ leadId: LeadId }),
    response: z.object({ recordID: RecordId }),
  }),
  finishReminder: endpoint("GET /api_users/Member/FinishLeadReminder", {
    summary: "Marks a reminder as done or no longer wanted. Repeating it changes nothing.",
    access: "crm:lead:log",
    request: OfNote,
    response: z.null(),
  }),
  devices: endpoint("GET /api_users/Member/UserDeviceInfo", {
    summary: "The devices on which a lead uses the app.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: z.array(
      z.object({
        appDevice: z.string(),
        systemVersion: z.string(),
        appVersion: z.string(),
        lastTime: z.string().nullable(),
      }),
    ),
  }),
  openApp: endpoint("POST /api_users/Member/OpenLeadApp", {
    summary:
      "Opens the app for a lead (contact 1 needs a phone or an e-mail) or closes it. Repeating it changes nothing.",
    access: "crm:lead:activate",
    request: z.object({ leadId: LeadId, open: z.number().int().min(0).max(1).default(1) }),
    response: z.null(),
    errors: ["LEAD_NO_LOGIN_CONTACT"],
  }),
};
