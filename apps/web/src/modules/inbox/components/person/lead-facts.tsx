import type { ConversationCard } from "@homeroom/contract/chat";
import type { LeadCard } from "@homeroom/contract/leads";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./person-pane.module.css";

interface LeadFactsProps {
  card: ConversationCard;
  lead: LeadCard | undefined;
}

/** The facts of a lead that matter while one writes to them. What is empty is left out. */
export function LeadFacts({ card, lead }: LeadFactsProps) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const source = [lead?.names.channel, lead?.names.secondaryChannel].filter(Boolean).join(" · ");
  return (
    <dl className={styles.facts}>
      <Fact name={t("person.status")} value={lead?.names.status || card.status?.name} />
      <Fact name={t("person.result")} value={lead?.names.result} />
      <Fact name={t("person.sales")} value={lead?.names.sales || card.sales?.nickname} />
      <Fact name={t("person.tutor")} value={lead?.names.tutor} />
      <Fact name={t("person.labels")} value={card.labels.length > 0 && <Labels card={card} />} />
      <Fact name={t("person.source")} value={source} />
      <Fact name={t("person.branch")} value={lead?.branchName} />
      <Fact name={t("person.email")} value={lead?.email} />
      <Fact name={t("person.leadDate")} value={lead?.leadDate && dateText(lead.leadDate, view)} />
      <Fact
        name={t("person.lastContact")}
        value={lead?.lastContactDate && <RelativeTime value={lead.lastContactDate} />}
      />
      <Fact name={t("person.notes")} value={lead?.notes} />
    </dl>
  );
}

function Labels({ card }: { card: ConversationCard }) {
  return (
    <span className={styles.labels}>
      {card.labels.map(({ recordID, name, color }) => (
        <TintTag key={recordID} color={color === "red" || color === "green" || color === "blue" ? color : "neutral"}>
          {name}
        </TintTag>
      ))}
    </span>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
