import type { PlanRow } from "@homeroom/contract/broadcast-plans";
import type { CallFailure } from "@homeroom/contract/client";
import { RecordId } from "@homeroom/contract/ids";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { usePlanWrites } from "../api.ts";

type PlanName = Pick<PlanRow, "recordID" | "name">;

/** The actions on a plan from its row or its page. */
export function usePlanActions() {
  const { t } = useTranslation("broadcastPlans");
  const { done, failed, confirm } = useFeedback();
  const { change, resend } = usePlanWrites();
  // Ids of requested plans that may already exist: until the server has answered, a retry uses the same id.
  const asked = useRef(new Map<string, RecordId>());
  const make = (what: "cancel" | "pause" | "end" | "resume" | "approve" | "remove", { recordID, name }: PlanName) =>
    change(what, recordID).then(
      () => {
        done(t(`done.${what}`, { name }));
        return true;
      },
      (reason: unknown) => {
        failed(reason);
        return false;
      },
    );
  return {
    pause: (plan: PlanName) => make("pause", plan),
    resume: (plan: PlanName) => make("resume", plan),
    approve: (plan: PlanName) => make("approve", plan),
    async cancel(plan: PlanName) {
      const { name } = plan;
      const question = { title: t("cancelTitle", { name }), detail: t("cancelDetail"), verb: t("actions.cancel") };
      if (await confirm({ ...question, danger: true })) await make("cancel", plan);
    },
    async end(plan: PlanName) {
      const { name } = plan;
      const question = { title: t("endTitle", { name }), detail: t("endDetail"), verb: t("actions.end") };
      if (await confirm({ ...question, danger: true })) await make("end", plan);
    },
    /** Returns whether it was deleted. */
    async remove(plan: PlanName): Promise<boolean> {
      const { name } = plan;
      const question = { title: t("removeTitle", { name }), detail: t("removeDetail"), verb: t("actions.remove") };
      return (await confirm({ ...question, danger: true })) && make("remove", plan);
    },
    /** Returns the new plan; null if it was not made. */
    async resend(plan: PlanName, part: "all" | "failed"): Promise<RecordId | null> {
      const title = t(part === "all" ? "resendAllTitle" : "resendFailedTitle", { name: plan.name });
      if (!(await confirm({ title, detail: t("resendDetail"), verb: t("actions.resend") }))) return null;
      const about = `${plan.recordID} ${part}`;
      const newID = asked.current.get(about) ?? RecordId.parse(v7());
      asked.current.set(about, newID);
      const isRefused = ({ status }: CallFailure) => status !== null && status < 500;
      try {
        const { recordID } = plan;
        const made = await resend({ recordID, part, newID }, (failure) => {
          if (isRefused(failure)) asked.current.delete(about);
        });
        asked.current.delete(about);
        done(t("done.resend", { name: plan.name }));
        return made;
      } catch (reason) {
        failed(reason);
        return null;
      }
    },
  };
}
