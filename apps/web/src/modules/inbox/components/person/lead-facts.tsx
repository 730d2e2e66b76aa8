import type { ConversationCard } from "@homeroom/contract/chat";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LabelEditor } from "./label-editor.tsx";
import styles from "./person-pane.module.css";

/** What a person without access to the lead itself knows of the customer. */
export function LeadFacts({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const hasLabels = card.labels.length > 0 || card.can.label;
  return (
    <dl className={styles.facts}>
      <Fact name={t("person.status")} value={card.status?.name} />
      <Fact name={t("person.sales")} value={card.sales?.nickname} />
      <Fact name={t("person.labels")} value={hasLabels && <LabelEditor card={card} />} />
    </dl>
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
