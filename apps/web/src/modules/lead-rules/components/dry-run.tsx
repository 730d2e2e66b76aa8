import { LeadRuleForm, type LeadRuleTrial, triedDays } from "@homeroom/contract/lead-rules";
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useTrial } from "../api.ts";
import { sentForm } from "../rules/rule-form.ts";
import styles from "./lead-rules.module.css";

/** Tries a rule that is being written on the leads of the last 30 days. */
export function DryRun({ form }: { form: LeadRuleForm }) {
  const { t } = useTranslation("leadRules");
  const trial = useTrial();
  const sent = LeadRuleForm.safeParse(sentForm(form));
  const isOld = trial.variables !== undefined && JSON.stringify(trial.variables) !== JSON.stringify(sent.data);
  return (
    <div className={layout.closeStack}>
      <div className={layout.rowWrap}>
        <Button
          disabled={!sent.success}
          loading={trial.isPending}
          onClick={() => sent.success && trial.mutate(sent.data)}
        >
          {t("trial.run", { days: triedDays })}
        </Button>
        <span className={layout.hint}>
          {sent.success ? (isOld ? t("trial.old") : t("trial.harmless")) : t("trial.incomplete")}
        </span>
      </div>
      {trial.error && <Alert type="error" showIcon title={String(trial.error)} />}
      {trial.data && <Outcome trial={trial.data} isOld={isOld} />}
    </div>
  );
}

function Outcome({ trial, isOld }: { trial: LeadRuleTrial; isOld: boolean }) {
  const { t } = useTranslation("leadRules");
  if (trial.leads === 0) return <p className={layout.hint}>{t("trial.none", { days: triedDays })}</p>;
  const most = Math.max(1, ...trial.people.flatMap(({ would, did }) => [would, did]));
  return (
    <div className={laid("closeStack", styles.trialResult)} data-old={isOld || undefined}>
      <p>
        {t(trial.isCut ? "trial.leadsCut" : "trial.leads", { count: trial.leads })}
        {trial.fallback > 0 && ` ${t("trial.fallback", { count: trial.fallback })}`}
        {trial.unassigned > 0 && ` ${t("trial.unassigned", { count: trial.unassigned })}`}
      </p>
      <table className={laid("wide collapsed quietHead", styles.compare)}>
        <thead>
          <tr>
            <th scope="col">{t("trial.person")}</th>
            <th scope="col">{t("trial.would")}</th>
            <th scope="col">{t("trial.did")}</th>
          </tr>
        </thead>
        <tbody>
          {trial.people.map(({ accountID, nickname, would, did }) => (
            <tr key={accountID}>
              <th scope="row">{nickname}</th>
              <td>
                <Measure value={would} most={most} isNew />
              </td>
              <td>
                <Measure value={did} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>{t("trial.samples", { count: trial.samples.length })}</summary>
        <ul className={laid("noPadding unmarked ruledList")}>
          {trial.samples.map(({ leadId, leadName, createTime, would, did }) => (
            <li className={laid("middleWrap gap4x12 pad8x0")} key={leadId}>
              <span className={laid("strong", styles.sampleName)}>{leadName}</span>
              <span>{would || t("nobody")}</span>
              <span className={layout.hint}>{t("trial.didOf", { name: did || t("nobody") })}</span>
              <span className={layout.hint}>
                <RelativeTime value={createTime} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Measure({ value, most, isNew = false }: { value: number; most: number; isNew?: boolean }) {
  return (
    <span className={layout.row}>
      <span
        className={laid("fixed round4 height8", styles.measureBar)}
        data-new={isNew || undefined}
        style={{ width: `${(value / most) * 100}%` }}
      />
      <span className={layout.figures}>{value}</span>
    </span>
  );
}
