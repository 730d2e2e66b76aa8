import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { leadFamilies, NotUndone } from "@homeroom/contract/lead-families";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useFamilyWrites } from "../../api/lead-families.ts";
import { useFieldLabel } from "../declared-names.ts";

/** Merge, undo and "not the same", each with its message. */
export function useMerge() {
  const { t } = useTranslation("leads");
  const label = useFieldLabel();
  const writes = useFamilyWrites();
  const { done, failed, undoable } = useFeedback();
  const nameOf = (field: NotUndone) => (field === "other" ? t("merge.otherField") : label(field));

  const [busy, setBusy] = useState(false);

  const undo = async (recordID: RecordId) => {
    setBusy(true);
    try {
      const stayed = await writes.undoMerge(recordID);
      const names = stayed.map(nameOf).join(t("comma"));
      done(names ? t("merge.undoneBut", { names }) : t("merge.undone"));
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return {
    /** A call is in progress. */
    busy,
    undo,
    /** Rejects with the server's message, which the dialog shows. */
    async merge(form: RequestInput<typeof leadFamilies.merge>, names: { keep: string; from: string }): Promise<void> {
      const recordID = await writes.merge(form);
      undoable(t("merge.done", names), () => void undo(recordID));
    },
    async notSame(leadId: LeadId, otherId: LeadId): Promise<void> {
      setBusy(true);
      await writes.notSame(leadId, otherId).catch(failed);
      setBusy(false);
    },
  };
}
