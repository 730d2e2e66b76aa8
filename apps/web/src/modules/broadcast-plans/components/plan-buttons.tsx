import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { PlanWizard } from "./plan-wizard.tsx";
import { usePlanActions } from "./use-plan-actions.ts";

/** The actions on a plan in its state. */
export function PlanButtons({ plan, onGone }: { plan: PlanInfo; onGone: () => void }) {
  const can = useCan();
  const { t } = useTranslation("broadcastPlans");
  const actions = usePlanActions();
  const navigate = useNavigate();
  const [wizard, setWizard] = useState<"edit" | "copy" | null>(null);
  const { state } = plan;
  const isOver = state === "completed" || state === "failed";
  const isEditable = state === "draft" || state === "pending";
  const remove = async () => {
    if (await actions.remove(plan)) onGone();
  };
  const resend = async (part: "all" | "failed") => {
    const made = await actions.resend(plan, part);
    if (made) void navigate(`/admessage/plan/${made}`);
  };
  return (
    <>
      {plan.pausedTime && plan.pauseReason === "balanceLow" && can("bill:recharge:add") && (
        <Button onClick={() => void navigate("/system/payment")}>{t("actions.topUp")}</Button>
      )}
      {can("bulk:plan:cancel") && (
        <>
          {(isOver || state === "draft" || state === "cancelled") && (
            <Button onClick={() => void remove()}>{t("actions.remove")}</Button>
          )}
          {state === "pending" && <Button onClick={() => void actions.cancel(plan)}>{t("actions.cancel")}</Button>}
          {state === "running" && !plan.pausedTime && !plan.isEnding && (
            <Button onClick={() => void actions.pause(plan)}>{t("actions.pause")}</Button>
          )}
          {state === "running" && plan.pausedTime && (
            <Button onClick={() => void actions.end(plan)}>{t("actions.end")}</Button>
          )}
          {state === "running" && plan.pausedTime && !plan.needsApproval && (
            <Button type="primary" onClick={() => void actions.resume(plan)}>
              {t("actions.resume")}
            </Button>
          )}
        </>
      )}
      {plan.canApprove && (
        <Button type="primary" onClick={() => void actions.approve(plan)}>
          {t("actions.approve")}
        </Button>
      )}
      {can("bulk:plan:resend") && (
        <>
          {isOver && <Button onClick={() => void resend("all")}>{t("actions.resendAll")}</Button>}
          {isOver && plan.counters.failed > 0 && (
            <Button type="primary" onClick={() => void resend("failed")}>
              {t("actions.resendFailed")}
            </Button>
          )}
        </>
      )}
      {can("bulk:plan:add") && <Button onClick={() => setWizard("copy")}>{t("actions.copy")}</Button>}
      {isEditable && can("bulk:plan:edit") && (
        <Button type="primary" onClick={() => setWizard("edit")}>
          {t("actions.edit")}
        </Button>
      )}
      {wizard && <PlanWizard plan={plan} isCopy={wizard === "copy"} onClose={() => setWizard(null)} />}
    </>
  );
}
