import type { PlanRow } from "@homeroom/contract/broadcast-plans";
import type { RecordId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { usePlanWrites } from "../api.ts";

type Named = Pick<PlanRow, "recordID" | "name">;

/** What is done to a plan from its row or its page. */
export function usePlanActions() {
  const { t } = useTranslation("broadcastPlans");
  const { done, failed, confirm } = useFeedback();
  const { change, resend } = usePlanWrites();
  const make = (what: "cancel" | "pause" | "resume" | "approve" | "remove", { recordID, name }: Named) =>
    change(what, recordID).then(() => done(t(`done.${what}`, { name })), failed);
  return {
    pause: (plan: Named) => make("pause", plan),
    resume: (plan: Named) => make("resume", plan),
    approve: (plan: Named) => make("approve", plan),
    async cancel(plan: Named) {
      const { name } = plan;
      const question = { title: t("cancelTitle", { name }), detail: t("cancelDetail"), verb: t("actions.cancel") };
      if (await confirm({ ...question, danger: true })) await make("cancel", plan);
    },
    async remove(plan: Named) {
      const { name } = plan;
      const question = { title: t("removeTitle", { name }), detail: t("removeDetail"), verb: t("actions.remove") };
      if (await confirm({ ...question, danger: true })) await make("remove", plan);
    },
    /** Answers the new plan; null when it was not made. */
    async resend(plan: Named, part: "all" | "failed"): Promise<RecordId | null> {
      const title = t(part === "all" ? "resendAllTitle" : "resendFailedTitle", { name: plan.name });
      if (!(await confirm({ title, detail: t("resendDetail"), verb: t("actions.resend") }))) return null;
      try {
        const made = await resend(plan.recordID, part);
        done(t("done.resend", { name: plan.name }));
        return made;
      } catch (reason) {
        failed(reason);
        return null;
      }
    },
  };
}
