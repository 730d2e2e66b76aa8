import { leadCard } from "@homeroom/contract/lead-card";
import { leadRules } from "@homeroom/contract/lead-rules";
import { presentStoredPicture } from "#modules/files/public";
import { explainLead } from "#modules/lead-rules/public";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addLog } from "../../follow-up/actions/add-log.ts";
import { editNote, restoreNote, withdrawNote } from "../../follow-up/actions/change-note.ts";
import { finishReminder } from "../../follow-up/actions/finish-reminder.ts";
import { saveReminder } from "../../follow-up/actions/save-reminder.ts";
import { presentReminders } from "../../follow-up/present.ts";
import { openReminders } from "../../follow-up/queries/reminders.ts";
import { openLeadApp, uploadLeadAvatar } from "../actions/set-lead-value.ts";
import { loadLead } from "../queries/load-lead.ts";

/** Binds the calls of a lead's card. */
export function bindCardRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;

  bind(leadCard.uploadAvatar, async ({ leadId }, { actor, upload }) => {
    const file = await uploadLeadAvatar(platform, actor, { upload, leadId });
    return presentStoredPicture(platform, file);
  });

  bind(leadCard.addLog, (form, { actor }) => addLog(db, actor, form));
  bind(leadCard.editNote, (form, { actor }) => editNote(db, actor, form));
  bind(leadCard.deleteNote, (form, { actor }) => withdrawNote(db, actor, form));
  bind(leadCard.restoreNote, (form, { actor }) => restoreNote(db, actor, form));
  bind(leadCard.saveReminder, (form, { actor }) => saveReminder(db, actor, form));
  bind(leadCard.finishReminder, (form, { actor }) => finishReminder(db, actor, form));
  bind(leadCard.openApp, (form, { actor }) => openLeadApp(db, actor, form));

  bind(leadCard.reminders, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      await loadLead(tx, scope, leadId);
      return presentReminders(tx, scope, await openReminders(tx, scope, leadId));
    });
  });

  bind(leadCard.devices, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const lead = await loadLead(tx, scope, leadId);
      if (!lead.app_device) return [];
      const { app_device: appDevice, system_version: systemVersion, app_version: appVersion } = lead;
      return [{ appDevice, systemVersion, appVersion, lastTime: lead.app_seen_at?.toISOString() ?? null }];
    });
  });
}

/** Binds the call that explains a lead's assignments, for everyone who sees the lead. */
export function bindAssignmentTrace(bind: Binder, { db }: Platform): void {
  bind(leadRules.trace, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      await loadLead(tx, scope, leadId);
      return explainLead(tx, scope, leadId);
    });
  });
}
