import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { LeadRow } from "@homeroom/contract/leads";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { phoneText } from "#platform/phone.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type TriedRule, useRuleCount, useRuleSample } from "../api.ts";
import styles from "./rule-builder.module.css";
import { useRuleChoices } from "./rule-choices.ts";
import { useRuleWords } from "./rule-words.ts";
import { useNumberOfLeads } from "./use-number-of-leads.ts";

interface RulePreviewProps extends TriedRule {
  names?: Readonly<Record<string, string>> | undefined;
  /** The filter for the sample; null for no sample, when the reader sees other leads than the list reaches. */
  within: { branchID?: LeadQuery["branchID"] } | null;
}

const pauseMs = 300;

/** The result of the current rule: the number of leads, the rule in words, and the first few leads. */
export function RulePreview({ names, within, ...tried }: RulePreviewProps) {
  const { t } = useTranslation("targets");
  const can = useCan();
  const settled = useSettled(tried);
  const count = useRuleCount(settled);
  const sample = useRuleSample({ ...within, ...settled.queryRule }, within !== null && can("crm:lead:query"));
  const words = useRuleWords()(tried.queryRule, { ...(names && { names }), choices: useRuleChoices() });
  const isOld = count.isFetching || JSON.stringify(settled) !== JSON.stringify(tried);
  const number = useNumberOfLeads()(count.data ?? { leadCount: 0, exact: true });

  return (
    <section className={laid("pad16 outlined round12 sunkenGround")} aria-label={t("preview")}>
      <p className={laid("baseline wrap gap4x8")} aria-live="polite">
        {count.error !== null && <span className={layout.danger}>{count.error}</span>}
        {count.error === null && count.data && (
          <>
            <span
              className={laid("strong figures text20 leading28", styles.number)}
              data-old={isOld || undefined}
              data-leads={isOld ? undefined : number}
            >
              {number}
            </span>
            {t("leads", { count: count.data.leadCount })}
          </>
        )}
        {count.isPending && <span className={laid("strong figures text20 leading28", styles.number)}>…</span>}
      </p>
      <p className={laid("quiet breaking above4")}>{words.length > 0 ? words.join(t("also")) : t("everyone")}</p>
      {sample.data && sample.data.length > 0 && (
        <ul className={laid("above8 noPadding unmarked")} aria-label={t("sample")}>
          {sample.data.map((lead) => (
            <Sampled key={lead.leadId} lead={lead} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Sampled({ lead }: { lead: LeadRow }) {
  return (
    <li className={laid("apart gap8 pad4x0 lineAbove")}>
      <span className={laid("cut narrowable")}>{lead.nickname}</span>
      <span className={laid("cut narrowable")}>{lead.phone ? phoneText(lead.areaCode, lead.phone) : lead.email}</span>
    </li>
  );
}

/** A rule after a pause in editing. */
function useSettled(tried: TriedRule): TriedRule {
  const [settled, setSettled] = useState(tried);
  const text = JSON.stringify(tried);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as TriedRule), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
