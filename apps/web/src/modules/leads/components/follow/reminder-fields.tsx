import { BellOutlined } from "@ant-design/icons";
import type { AccountId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { localOf } from "#platform/zoned-time.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { NoteDraft } from "../../rules/note-draft.ts";
import { usualTimes } from "../../rules/usual-times.ts";
import styles from "../time-line.module.css";

interface ReminderFieldsProps {
  note: NoteDraft;
  people: readonly { value: AccountId; label: string }[];
  onChange: (part: Partial<NoteDraft>) => void;
}

/** Sets a reminder: the time and the person. The usual times are one press away. */
export function ReminderFields({ note, people, onChange }: ReminderFieldsProps) {
  const { t } = useTranslation("leads");
  const { zone } = useDateView();
  const now = useNow();
  if (!note.remindAt)
    return (
      <div className={laid("middleWrap gap6 above8")}>
        <span className={layout.small}>
          <BellOutlined aria-hidden /> {t("card.remind.title")}
        </span>
        {usualTimes(now, zone).map(({ name, at }) => (
          <Button key={name} size="small" onClick={() => onChange({ remindAt: at })}>
            {t(`card.remind.${name}`)}
          </Button>
        ))}
      </div>
    );
  return (
    <div className={laid("gridBox gap8 above8", styles.formRow)}>
      <label className={laid("hint block")}>
        {t("card.remind.at")}
        <DateField
          kind="moment"
          year="ahead"
          value={note.remindAt}
          min={localOf(now, zone)}
          onChange={(remindAt) => onChange({ remindAt })}
        />
      </label>
      <div className={laid("hint block")}>
        {t("card.remind.who")}
        <div className={laid("wide", styles.control)}>
          <ChoiceSelect
            options={[...people]}
            value={note.remindWho ?? people[0]?.value ?? null}
            onChange={(who) => onChange({ remindWho: who as AccountId | null })}
          />
        </div>
      </div>
      <Button type="text" size="small" onClick={() => onChange({ remindAt: "", remindWho: null })}>
        {t("card.remind.none")}
      </Button>
    </div>
  );
}
