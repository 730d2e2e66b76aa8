import { BellOutlined, CheckOutlined } from "@ant-design/icons";
import type { LeadReminder } from "@homeroom/contract/lead-card";
import type { LeadCard } from "@homeroom/contract/leads";
import { useTranslation } from "react-i18next";
import { useListItems } from "#platform/choices.ts";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dateText, dayKey, timeText, weekdayText } from "#platform/dates.ts";
import { dayAfter } from "#platform/zoned-time.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useCardActions, useReminders } from "../../api/card.ts";

import { ChoiceSave } from "../in-place/choice-in-place.tsx";
import { LineEditor } from "../in-place/editors.tsx";
import { InPlace } from "../in-place/in-place.tsx";
import { useOverdue } from "../lead-columns.tsx";
import { LaterReminder } from "./later-reminder.tsx";
import styles from "./next-contact.module.css";

/** The next contact, its kind, and who is reminded of it. */
export function NextContact({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const kinds = useListItems("regularContactTypes");
  const reminders = useReminders(card.leadId);
  const dayOf = ({ nextContactDate }: LeadCard) => nextContactDate ?? "";
  const choices = kinds?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];
  return (
    <div>
      <div className={laid("middleWrap gap4x16")}>
        <div className={styles.day}>
          <InPlace
            card={card}
            label={t("fields.nextContactDate")}
            askedAs="nextContactDate"
            value={dayOf(card)}
            shown={card.nextContactDate ? <NextDay day={card.nextContactDate} card={card} /> : t("card.noNextContact")}
            mayChange={card.can.edit}
            changesOf={(nextContactDate) => ({ nextContactDate })}
            changesBack={{ nextContactDate: dayOf(card), regularContact: card.regularContact }}
            textOf={dayOf}
            renderEditor={(editor) => <LineEditor {...editor} type="date" year="ahead" />}
          />
        </div>
        {card.nextContactDate &&
          (card.can.edit ? (
            <div className={styles.kind}>
              <ChoiceSave
                card={card}
                field="regularContact"
                options={choices}
                allowClear
                placeholder={t("fields.regularContact")}
              />
            </div>
          ) : (
            card.names.regularContact
          ))}
      </div>
      {reminders && reminders.length > 0 && (
        <ul className={laid("column gap4 above8 noPadding unmarked")}>
          {reminders.map((reminder) => (
            <Reminder key={reminder.recordID} card={card} reminder={reminder} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A day with its distance in words; in the danger colour if overdue. */
function NextDay({ day, card }: { day: string; card: LeadCard }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const today = dayKey(useNow(), view.zone);
  const near: Record<string, string> = {
    [today]: t("card.today"),
    [dayAfter(today, 1)]: t("card.tomorrow"),
  };
  const status = card.status && { recordID: card.status };
  const isOverdue = useOverdue()({ nextContactDate: day, status });
  const words = isOverdue ? t("card.overdue") : near[day];
  return (
    <span className={laid("number", styles.date)} data-overdue={isOverdue || undefined}>
      {`${dateText(day, view)} ${weekdayText(day, view.language)}`}
      {words && <span className={laid("small before8", styles.words)}>{words}</span>}
    </span>
  );
}

function Reminder({ card, reminder }: { card: LeadCard; reminder: LeadReminder }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const { failed } = useFeedback();
  const { finishReminder } = useCardActions(card.leadId);
  const at = `${dateText(reminder.at, view)} ${timeText(reminder.at, view)}`;
  return (
    <li
      className={laid("line sunken alignStart pad6x8 text12 leading20", styles.reminder)}
      data-sent={reminder.isSent || undefined}
    >
      <BellOutlined aria-hidden />
      <span className={layout.grow}>
        {t(reminder.isSent ? "card.reminded" : "card.reminds", { person: reminder.person, time: at })}
        {reminder.content && <span className={laid("cut quiet block")}>{reminder.content}</span>}
      </span>
      {card.can.note && <LaterReminder leadId={card.leadId} reminder={reminder} />}
      {card.can.note && (
        <SmallIconButton
          icon={<CheckOutlined />}
          loading={finishReminder.isPending}
          label={t("card.reminderDone")}
          title={t("card.reminderDone")}
          onClick={() => finishReminder.mutate(reminder.recordID, { onError: failed })}
        />
      )}
    </li>
  );
}
