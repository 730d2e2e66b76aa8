import type { LeadAssignment } from "@homeroom/contract/lead-rules";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./lead-rules.module.css";

/** Decisions with their reasons, which expand below each. */
export function AssignmentList({ list, namesLead }: { list: readonly LeadAssignment[]; namesLead: boolean }) {
  return (
    <ul className={laid("bareList", styles.decisions)}>
      {list.map((one) => (
        <li key={one.recordID}>
          <Decision assignment={one} namesLead={namesLead} />
        </li>
      ))}
    </ul>
  );
}

function Decision({ assignment, namesLead }: { assignment: LeadAssignment; namesLead: boolean }) {
  const { t } = useTranslation("leadRules");
  const { leadId, leadName, sales, createTime, candidates } = assignment;
  return (
    <details className={styles.decision} open={!namesLead}>
      <summary>
        {namesLead && (
          <Link to={`/lead/list?lead=${leadId}`} className={laid("strong", styles.sampleName)}>
            {leadName}
          </Link>
        )}
        <span>{t("trace.to", { name: sales?.nickname ?? t("nobody") })}</span>
        <span className={layout.hint}>
          <RelativeTime value={createTime} />
        </span>
      </summary>
      <Reason assignment={assignment} />
      {candidates.length > 0 && <Candidates assignment={assignment} />}
    </details>
  );
}

function Reason({ assignment }: { assignment: LeadAssignment }) {
  const { t } = useTranslation("leadRules");
  const { kind, repeat, rule, assignmentRule, ignored, sales } = assignment;
  const channel = rule?.allChannels
    ? t("allChannels")
    : [rule?.channel, rule?.secondaryChannel].filter(Boolean).join(" › ");
  const name = rule ? channel : t("trace.goneRule");
  const way = assignmentRule ? t(`ways.${assignmentRule}`) : "";
  return (
    <p className={laid("above8 below8")}>
      {repeat && `${t("trace.repeat")} `}
      {t(`trace.kinds.${kind}`, { rule: name, way, name: sales?.nickname ?? "" })}
      {ignored.length > 0 &&
        ` ${t("trace.ignored", { what: ignored.map((one) => t(`obstacles.${one}`)).join(t("comma")) })}`}
    </p>
  );
}

function Candidates({ assignment: { candidates, sales } }: { assignment: LeadAssignment }) {
  const { t } = useTranslation("leadRules");
  return (
    <ul className={laid("bareList", styles.candidates)}>
      {candidates.map(({ accountID, nickname, obstacles, ratio, openLeads }) => (
        <li
          key={accountID}
          className={laid("middleWrap gap4x12 pad4x8 round8")}
          data-chosen={accountID === sales?.accountID || undefined}
        >
          <span>{nickname}</span>
          {ratio !== null && <span className={layout.figures}>{ratio}%</span>}
          {openLeads !== null && <span className={layout.hint}>{t("openLeads", { count: openLeads })}</span>}
          <span className={obstacles.length > 0 ? laid("warning text12 leading20") : layout.hint}>
            {accountID === sales?.accountID
              ? t("trace.chosen")
              : obstacles.length > 0
                ? obstacles.map((one) => t(`obstacles.${one}`)).join(t("comma"))
                : t("trace.notTheirTurn")}
          </span>
        </li>
      ))}
    </ul>
  );
}
