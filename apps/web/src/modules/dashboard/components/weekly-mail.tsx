import { Switch } from "antd";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useSaveWeeklyMail, useWeeklyMail } from "../api/dashboard.ts";

/** A switch for the weekly mail with figures. Renders nothing until its state is known. */
export function WeeklyMail() {
  const { t } = useTranslation("dashboard");
  const mail = useWeeklyMail();
  const save = useSaveWeeklyMail();
  const { failed } = useFeedback();
  if (!mail) return null;
  const { email, branch, timeZone } = mail;
  return (
    <section className={laid("card column gap12")} aria-labelledby="weekly-mail">
      <div className={laid("apart gap16")}>
        <div>
          <h2 id="weekly-mail" className={layout.title}>
            {t("weeklyMail.title")}
          </h2>
          <p className={laid("hint regular")}>{t("weeklyMail.detail", { email, branch, timeZone })}</p>
        </div>
        <Switch
          checked={mail.subscribed}
          aria-label={t("weeklyMail.title")}
          onChange={(subscribed) => save.mutate(subscribed, { onError: failed })}
        />
      </div>
    </section>
  );
}
