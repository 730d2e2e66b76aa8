import type { MergeField } from "@homeroom/contract/lead-families";
import type { LeadCard } from "@homeroom/contract/leads";
import { useTranslation } from "react-i18next";
import { countryName } from "#platform/countries.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { usePreference } from "#platform/preferences.ts";
import { isEmptyField } from "../../rules/merge-choices.ts";
import styles from "./merge.module.css";

/** What a lead says by a field, in words. */
export function FieldValue({ card, field }: { card: LeadCard; field: MergeField }) {
  const { t } = useTranslation("leads");
  const text = useFieldText(card, field);
  if (isEmptyField(card, field) && field !== "gender") return <span className={styles.quiet}>{t("empty")}</span>;
  return text;
}

function useFieldText(card: LeadCard, field: MergeField): string {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const view = useDateView();
  const { names } = card;
  switch (field) {
    case "phone":
      return phoneText(card.areaCode, card.phone);
    case "birthday":
      return dateText(card.birthday, view);
    case "gender":
      return t(`genders.${card.gender}`);
    case "country":
      return countryName(card.country, language);
    case "channel":
      return [names.channel, names.secondaryChannel].filter(Boolean).join(" / ");
    case "sales":
    case "tutor":
    case "status":
    case "result":
      return names[field];
    case "contact1":
    case "contact2":
      return [card[field].name, phoneText(card[field].areaCode, card[field].phone), card[field].email]
        .filter(Boolean)
        .join(t("comma"));
    case "acceptmessage":
    case "appopenflag":
      return t(card[field] === 1 ? "yes" : "no");
    default:
      return card[field];
  }
}
