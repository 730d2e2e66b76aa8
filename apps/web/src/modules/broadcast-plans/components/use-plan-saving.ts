import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import type { CallFailure } from "@homeroom/contract/client";
import { RecordId } from "@homeroom/contract/ids";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { v7 } from "uuid";
import { useUnsavedGuard } from "#ui/drawer-form/use-unsaved-guard.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { planNow, usePlanWrites } from "../api.ts";
import { broughtUpToDate, draftOf, type PlanDraft } from "../rules/plan-draft.ts";
import { stepWithFault } from "../rules/plan-steps.ts";

interface PlanEditing {
  plan: PlanInfo | null;
  draft: PlanDraft;
  setDraft: (draft: PlanDraft) => void;
  onClose: () => void;
}

/**
 * The wizard's step and its saves: drafts on the way, the plan itself at the end. Saves by others are merged under the
 * unsaved changes.
 */
export function usePlanSaving({ plan, draft, setDraft, onClose }: PlanEditing) {
  const { t } = useTranslation("broadcastPlans");
  const { done, failed } = useFeedback();
  const { save } = usePlanWrites();
  const navigate = useNavigate();
  const [recordID] = useState(() => plan?.recordID ?? RecordId.parse(v7()));
  const [isNew, setNew] = useState(plan === null);
  const [step, setStep] = useState(0);
  const [busy, setBusy] = useState(false);
  const { savedRef, unsavedRef, mayLeave } = useSaved(plan, draft);
  const [bothChanged, setBothChanged] = useState<readonly string[] | null>(null);
  const { numberFaults, readFaults } = useNumberFaults(draft);
  const takeIn = async () => {
    const theirs = await planNow(recordID);
    const merged = broughtUpToDate(theirs, { base: savedRef.current.draft, mine: draft });
    savedRef.current = { version: theirs.version, draft: draftOf(theirs, false) };
    setDraft(merged.draft);
    setBothChanged(merged.both);
  };
  const keep = async (isDraft: boolean, then: () => void) => {
    let isStale = false;
    // The refusal is shown above the step in which it can be fixed.
    const onFailure = ({ name, errors }: CallFailure) => {
      isStale = name === "STALE_DATA";
      readFaults(errors);
      setStep((current) => stepWithFault(errors) ?? current);
    };
    setBusy(true);
    try {
      const { version } = savedRef.current;
      const form = { ...draft, name: draft.name.trim(), recordID, draft: isDraft, version };
      savedRef.current = { version: await save(form, { isNew, onFailure }), draft };
      unsavedRef.current = false;
      setNew(false);
      setBothChanged(null);
      then();
    } catch (reason) {
      if (isStale) await takeIn().catch(failed);
      else failed(reason);
    } finally {
      setBusy(false);
    }
  };
  const next = () => setStep(step + 1);
  // A plan that waits for its time stays planned until the last step says otherwise.
  const isPlanned = plan?.state === "pending";
  return {
    ...{ step, busy, bothChanged, numberFaults },
    goTo: setStep,
    close: async () => {
      if (await mayLeave()) onClose();
    },
    next: () => (isPlanned ? next() : void keep(true, next)),
    submit: () =>
      void keep(false, () => {
        done(t(draft.scheduleTime ? "scheduled" : "starting", { name: draft.name }));
        onClose();
        void navigate(`/admessage/plan/${recordID}`);
      }),
  };
}

/** The server's faults in the numbers, until they are changed. */
function useNumberFaults({ numbers }: PlanDraft) {
  const [refused, setRefused] = useState<{ numbers: readonly string[]; reasons: readonly string[] } | null>(null);
  return {
    numberFaults: refused?.numbers === numbers ? refused.reasons : [],
    readFaults: (errors: CallFailure["errors"]) => {
      const reasons = errors.filter(({ field }) => field === "numbers").map(({ message }) => message);
      setRefused({ numbers, reasons });
    },
  };
}

/** Tracks which part of the plan is saved. Closing, leaving and reloading ask before they lose the rest. */
function useSaved(plan: PlanInfo | null, draft: PlanDraft) {
  // The saved plan that the draft is based on: the page refetches the plan during editing.
  const savedRef = useRef({ version: plan?.version, draft });
  const unsavedRef = useRef(false);
  useEffect(() => {
    unsavedRef.current = draft !== savedRef.current.draft;
  });
  return { savedRef, unsavedRef, mayLeave: useUnsavedGuard(unsavedRef) };
}
