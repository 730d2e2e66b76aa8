import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import type { Permission } from "@homeroom/contract/permissions";
import type { MailFailure, PauseReason } from "@homeroom/contract/plan-pauses";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";

/** Where what paused a plan is put right; approval is given on the plan's own page. */
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

/** Whether the signed-in person may put right what pauses a plan. */
export function useMayRepair(): (reason: Repairable) => boolean {
  const can = useCan();
  return (reason) => can(repairs[reason].permission);
}

/** Leads to where it is put right; in a tab of its own, because a plan is being made. */
export function RepairLink({ reason }: { reason: Repairable }) {
  const { t } = useTranslation("broadcastPlans");
  return (
    <a href={repairs[reason].path} target="_blank" rel="noopener">
      {t(`repairAt.${reason}`)}
    </a>
  );
}

type Paused = Pick<PlanInfo, "state" | "pausedTime" | "pauseReason" | "mailFailure" | "counters">;

/** Why the product paused a plan, and what makes it go on. Nothing for one that runs, or that a person paused. */
export function PauseAdvice({ plan }: { plan: Paused }) {
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

/** What is wrong with a plan's mail server, in the server's own words too, and what helps. */
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
