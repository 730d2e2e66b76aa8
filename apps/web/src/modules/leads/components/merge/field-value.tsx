import type { MergeField } from "@homeroom/contract/lead-families";
import { declaredLeadField, isPlainLeadField } from "@homeroom/contract/lead-fields";
import type { LeadCard } from "@homeroom/contract/leads";
import { useTranslation } from "react-i18next";
import { phoneText } from "#platform/phone.ts";
import { laid } from "#ui/laid.ts";
import { isEmptyField } from "../../rules/merge-choices.ts";
import { useDeclaredText } from "../declared-names.ts";

/** The value of a lead's field as text. */
export function FieldValue({ card, field }: { card: LeadCard; field: MergeField }) {
  const { t } = useTranslation("leads");
  const text = useFieldText(card, field);
  if (isEmptyField(card, field) && declaredLeadField(field)?.kind !== "choice")
    return <span className={laid("hint breaking")}>{t("empty")}</span>;
  return text;
}

function useFieldText(card: LeadCard, field: MergeField): string {
  const { t } = useTranslation("leads");
  const textOf = useDeclaredText();
  const { names } = card;
  switch (field) {
    case "phone":
      return phoneText(card.areaCode, card.phone);
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
    default:
      return isPlainLeadField(field) ? textOf(field, card[field]) : card[field];
  }
}
