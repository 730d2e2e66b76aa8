import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import type { Permission } from "@homeroom/contract/permissions";
import type { MailFailure, PauseReason } from "@homeroom/contract/plan-pauses";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";

/** Where to fix the cause of a pause; approval is given on the plan's own page. */
const repairs = {
  channelStopped: { path: "/organization/whatsapp", permission: "org:whatsapp:edit" },
  templateStopped: { path: "/admessage/template", permission: "bulk:template:query" },
  monthlyLimit: { path: "/admessage/setting", permission: "bulk:setting:edit" },
  balanceLow: { path: "/system/payment", permission: "bill:recharge:add" },
  spamLimit: { path: "/organization/whatsapp", permission: "org:whatsapp:edit" },
  messagingLimit: { path: "/organization/whatsapp", permission: "org:whatsapp:edit" },
  mailServer: { path: "/organization/email", permission: "org:email:edit" },
} satisfies Partial<Record<PauseReason, { path: string; permission: Permission }>>;

type Repairable = keyof typeof repairs;

/** Whether the signed-in person may fix the cause of a pause. */
export function useMayRepair(): (reason: Repairable) => boolean {
  const can = useCan();
  return (reason) => can(repairs[reason].permission);
}

/** Links to where it can be fixed; in a new tab, because a plan is being edited. */
export function RepairLink({ reason }: { reason: Repairable }) {
  const { t } = useTranslation("broadcastPlans");
  return (
    <a href={repairs[reason].path} target="_blank" rel="noopener">
      {t(`repairAt.${reason}`)}
    </a>
  );
}

type PausedPlan = Pick<PlanInfo, "state" | "pausedTime" | "pauseReason" | "mailFailure" | "counters">;

/** Why the product paused a plan, and how to continue it. Renders nothing for a running plan, or one that a person paused. */
export function PauseAdvice({ plan }: { plan: PausedPlan }) {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const mayRepair = useMayRepair();
  const { pauseReason: reason, mailFailure: failure } = plan;
  if (plan.state !== "running" || !plan.pausedTime || reason === null || reason === "approvalNeeded") return null;
  return (
    <p role="status">
      {reason === "mailServer" && failure ? (
        <MailAdvice failure={failure} />
      ) : (
        t(`pauseAdvice.${reason}`, { number: number(plan.counters.total), resume: t("actions.resume") })
      )}{" "}
      {mayRepair(reason) && <RepairLink reason={reason} />}
    </p>
  );
}

/** The fault of a plan's mail server, with the server's own message, and what to do. */
function MailAdvice({ failure: { reason, answer } }: { failure: MailFailure }) {
  const { t } = useTranslation("broadcastPlans");
  const advice = reason === "usedUp" || reason === "notSetUp" ? reason : "wrong";
  return (
    <>
      <span className={layout.block}>{t(`mailFailure.${reason}`)}</span>
      {answer && <span className={laid("block breaking")}>{t("mailAnswer", { answer })}</span>}
      {t(`mailAdvice.${advice}`, { resume: t("actions.resume") })}
    </>
  );
}
