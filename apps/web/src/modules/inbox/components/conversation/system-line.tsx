import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { Language } from "@homeroom/contract/language";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { timeText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { laid } from "#ui/laid.ts";
import { happeningOf, textOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./conversation-pane.module.css";

/** Something that happened, centred between what people said. */
export function SystemLine({ message }: { message: ShownMessage }) {
  const { t } = useTranslation(["inbox", "composer"]);
  const view = useDateView();
  const { details, text, sentAt } = message;
  const phone = phoneText("", textOf(details.phone));
  const happened = happeningOf(textOf(details.systemType));
  const known =
    details.change === "identity"
      ? t(phone ? "system.newPhone" : "system.newAccount", { phone })
      : details.change === "scheduledRefused"
        ? t("composer:schedule.refused", { reason: refusalText(textOf(details.reason), view.language) })
        : happened
          ? t(`system.${happened}`, { type: textOf(details.providerType) })
          : text || t("kind.system");
  return (
    <p className={laid("small leading18 textCentre", styles.system)}>
      {known} · {timeText(sentAt, view)}
    </p>
  );
}

function refusalText(reason: string, language: Language): string {
  return messageOf(isErrorName(reason) ? reason : "CHAT_ERROR", language);
}
