import { ExclamationCircleFilled } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useDateView, useNow } from "#platform/date-view.ts";
import { countdownText, dateTimeText } from "#platform/dates.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useWipe } from "../api.ts";
import styles from "./banner.module.css";

/** Shown above every screen of an admin while a deletion of all data is pending: the time left, and a button to withdraw it. */
export function WipeBanner() {
  const { organization } = useUser();
  return organization.wipe && <Waiting {...organization.wipe} />;
}

function Waiting({ dueTime, requestedBy }: { dueTime: string; requestedBy: string }) {
  const { t } = useTranslation("organizations");
  const view = useDateView();
  const left = countdownText(dueTime, useNow("second"));
  const { confirm, done, failed } = useFeedback();
  const { withdraw } = useWipe();
  const handleClick = async () => {
    if (!(await confirm({ title: t("wipe.withdrawTitle"), verb: t("wipe.withdraw") }))) return;
    withdraw.mutate(undefined, { onSuccess: () => done(t("wipe.withdrawn")), onError: failed });
  };
  return (
    <section className={laid("row text13 leading20", styles.banner)} data-tone="danger" aria-label={t("wipe.section")}>
      <ExclamationCircleFilled aria-hidden />
      <p className={layout.grow}>
        {left === null ? (
          t("wipe.begins")
        ) : (
          <>
            {t("wipe.banner", { name: requestedBy, time: dateTimeText(dueTime, view) })}
            <b className={laid("number before8")} role="timer">
              {left}
            </b>
          </>
        )}
      </p>
      {left !== null && (
        <Button size="small" danger loading={withdraw.isPending} onClick={() => void handleClick()}>
          {t("wipe.withdraw")}
        </Button>
      )}
    </section>
  );
}
