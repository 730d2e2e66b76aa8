import type { ConversationCard } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useCustomerPlans } from "../../api/plans.ts";
import styles from "./person-pane.module.css";

/** The broadcasts that wrote to a customer: what they answer may be about one of them. */
export function CustomerPlans({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { data: plans = [] } = useCustomerPlans(card.leadId, card.lastMessageTime);
  if (plans.length === 0) return null;
  return (
    <section className={laid("pad12x0 lineAbove", styles.plans)} aria-label={t("person.plans")}>
      <h3 className={layout.small}>{t("person.plans")}</h3>
      <ul className={laid("closeStack noPadding unmarked")}>
        {plans.map(({ recordID, name, sendTime, replyTime, canOpen }) => (
          <li className={laid("column breaking")} key={recordID}>
            {canOpen ? <Link to={`/admessage/plan/${recordID}`}>{name}</Link> : <span>{name}</span>}
            <span className={laid("quiet small")}>
              {t("person.planSent", { time: minuteText(sendTime, view) })}
              {replyTime && t("person.planReplied", { time: minuteText(replyTime, view) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
