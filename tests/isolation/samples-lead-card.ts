import { leadCard } from "@homeroom/contract/lead-card";
import { leadActions } from "@homeroom/contract/leads";
import { picture } from "./picture.ts";
import { of, type Samples } from "./sample.ts";

const at = "2099-01-01T09:00:00Z";

export const leadCardSamples: Samples["leadCard"] = {
  uploadAvatar: of(leadCard.uploadAvatar, {
    requests: ({ leadId }) => [{ leadId }],
    expect: "missing",
    file: picture,
  }),
  addLog: of(leadCard.addLog, {
    requests: ({ leadId }) => [{ leadId, actionType: leadActions.trialBooked, content: "週六試堂", at }],
    expect: "missing",
  }),
  editNote: of(leadCard.editNote, {
    requests: ({ leadId, noteId }) => [{ leadId, recordID: noteId, content: "改寫" }],
    expect: "missing",
    mixed: ({ leadId, noteId }, theirs, wall) => [
      { leadId, recordID: theirs.noteId, content: "改寫" },
      ...(wall === "organization" ? [{ leadId, recordID: noteId, content: "改寫", result: theirs.listItemId }] : []),
    ],
  }),
  deleteNote: of(leadCard.deleteNote, {
    requests: ({ leadId, noteId }) => [{ leadId, recordID: noteId }],
    expect: "missing",
    mixed: ({ leadId }, { noteId }) => [{ leadId, recordID: noteId }],
  }),
  restoreNote: of(leadCard.restoreNote, {
    requests: ({ leadId, noteId }) => [{ leadId, recordID: noteId }],
    expect: "missing",
    mixed: ({ leadId }, { noteId }) => [{ leadId, recordID: noteId }],
  }),
  reminders: of(leadCard.reminders, {
    requests: ({ leadId }) => [{ leadId }],
    expect: "missing",
    shows: ({ reminderId }) => reminderId,
  }),
  saveReminder: of(leadCard.saveReminder, {
    requests: ({ leadId }) => [{ leadId, at }],
    expect: "missing",
    mixed: ({ leadId }, { reminderId, salesId }, wall) => [
      { leadId, at, recordID: reminderId },
      ...(wall === "organization" ? [{ leadId, at, accountID: salesId }] : []),
    ],
  }),
  finishReminder: of(leadCard.finishReminder, {
    requests: ({ leadId, reminderId }) => [{ leadId, recordID: reminderId }],
    expect: "missing",
    mixed: ({ leadId }, { reminderId }) => [{ leadId, recordID: reminderId }],
  }),
  devices: of(leadCard.devices, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
  openApp: of(leadCard.openApp, { requests: ({ leadId }) => [{ leadId, open: 0 }], expect: "missing" }),
};
