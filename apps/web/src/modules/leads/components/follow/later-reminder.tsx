import { ClockCircleOutlined } from "@ant-design/icons";
import type { LeadId } from "@homeroom/contract/ids";
import type { LeadReminder } from "@homeroom/contract/lead-card";
import { Button, Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { localOf, momentOf } from "#platform/zoned-time.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { useCardActions } from "../../api/card.ts";
import { usualTimes } from "../../rules/usual-times.ts";
import styles from "./next-contact.module.css";

interface LaterReminderProps {
  leadId: LeadId;
  reminder: LeadReminder;
}

/** Moves a reminder to a usual time with one press, or to any other; the person stays the same. */
export function LaterReminder({ leadId, reminder }: LaterReminderProps) {
  const { t } = useTranslation("leads");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t("card.remind.later")}
      content={<Times leadId={leadId} reminder={reminder} onDone={() => setOpen(false)} />}
    >
      <SmallIconButton
        icon={<ClockCircleOutlined />}
        label={t("card.remind.later")}
        title={t("card.remind.later")}
        aria-expanded={open}
      />
    </Popover>
  );
}

function Times({ leadId, reminder, onDone }: LaterReminderProps & { onDone: () => void }) {
  const { t } = useTranslation("leads");
  const { zone } = useDateView();
  const now = useNow();
  const { failed } = useFeedback();
  const { saveReminder } = useCardActions(leadId);
  const [other, setOther] = useState("");
  const moveTo = (local: string) => {
    const at = momentOf(local, zone)?.toISOString();
    if (!at) return;
    const { recordID, accountID } = reminder;
    saveReminder.mutate({ recordID, accountID, at }, { onSuccess: onDone, onError: failed });
  };
  const isAhead = (momentOf(other, zone)?.getTime() ?? 0) > now.getTime();
  return (
    <div className={laid("gridBox gap8", styles.later)}>
      <div className={laid("buttons", styles.usual)}>
        {usualTimes(now, zone).map(({ name, at }) => (
          <Button key={name} size="small" loading={saveReminder.isPending} onClick={() => moveTo(at)}>
            {t(`card.remind.${name}`)}
          </Button>
        ))}
      </div>
      <form
        className={laid("buttons", styles.usual)}
        onSubmit={(event) => {
          event.preventDefault();
          if (isAhead) moveTo(other);
        }}
      >
        <DateField
          size="small"
          kind="moment"
          year="ahead"
          aria-label={t("card.remind.laterAt")}
          value={other}
          min={localOf(now, zone)}
          onChange={setOther}
        />
        <Button size="small" type="primary" htmlType="submit" disabled={!isAhead} loading={saveReminder.isPending}>
          {t("card.save")}
        </Button>
      </form>
    </div>
  );
}
