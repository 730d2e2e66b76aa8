import { leadCard } from "@homeroom/contract/lead-card";
import { leadActions } from "@homeroom/contract/leads";
import { picture } from "./picture.ts";
import { named, type Samples } from "./sample.ts";

const at = "2099-01-01T09:00:00Z";

export const leadCardSamples: Samples["leadCard"] = {
  uploadAvatar: named(leadCard.uploadAvatar, ({ leadId }) => ({ leadId }), { file: picture }),
  addLog: named(leadCard.addLog, ({ leadId }) => ({
    leadId,
    actionType: leadActions.trialBooked,
    content: "週六試堂",
    at,
  })),
  editNote: named(leadCard.editNote, ({ leadId, noteId }) => ({ leadId, recordID: noteId, content: "改寫" }), {
    mixed: ({ leadId, noteId }, theirs, wall) => [
      { leadId, recordID: theirs.noteId, content: "改寫" },
      ...(wall === "organization" ? [{ leadId, recordID: noteId, content: "改寫", result: theirs.listItemId }] : []),
    ],
  }),
  deleteNote: named(leadCard.deleteNote, ({ leadId, noteId }) => ({ leadId, recordID: noteId }), {
    mixed: ({ leadId }, { noteId }) => [{ leadId, recordID: noteId }],
  }),
  restoreNote: named(leadCard.restoreNote, ({ leadId, noteId }) => ({ leadId, recordID: noteId }), {
    mixed: ({ leadId }, { noteId }) => [{ leadId, recordID: noteId }],
  }),
  reminders: named(leadCard.reminders, ({ leadId }) => ({ leadId }), { shows: ({ reminderId }) => reminderId }),
  saveReminder: named(leadCard.saveReminder, ({ leadId }) => ({ leadId, at }), {
    mixed: ({ leadId }, { reminderId, salesId }, wall) => [
      { leadId, at, recordID: reminderId },
      ...(wall === "organization" ? [{ leadId, at, accountID: salesId }] : []),
    ],
  }),
  finishReminder: named(leadCard.finishReminder, ({ leadId, reminderId }) => ({ leadId, recordID: reminderId }), {
    mixed: ({ leadId }, { reminderId }) => [{ leadId, recordID: reminderId }],
  }),
  devices: named(leadCard.devices, ({ leadId }) => ({ leadId })),
  openApp: named(leadCard.openApp, ({ leadId }) => ({ leadId, open: 0 })),
};
