import {
  fixedWays,
  type NotificationKind,
  type NotificationWay,
  notificationKinds,
} from "@homeroom/contract/notifications";
import { Checkbox } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { type Preferences, useSavePreferences } from "../../api/preferences.ts";
import { usePreferences } from "../../api/queries.ts";
import { BrowserAlerts } from "./browser-alerts.tsx";
import styles from "./notification-preferences.module.css";
import { QuietHours } from "./quiet-hours.tsx";

type SavedPreferences = Pick<Preferences, "choices" | "quietHours">;

interface NotificationPreferencesProps {
  /** Other mails, of other modules. */
  more?: ReactNode;
}

/** The person's notification settings: in the app, by a sound, by e-mail; quiet hours; and settings of this browser. */
export function NotificationPreferences({ more }: NotificationPreferencesProps) {
  const { t } = useTranslation("notices");
  const { data, error, refetch } = usePreferences();
  const save = useSavePreferences();
  const { failed } = useFeedback();
  if (error && !data) return <ErrorState message={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const handleSave = (change: Partial<SavedPreferences>) => {
    const { choices, quietHours } = data;
    save.mutate({ choices, quietHours, ...change }, { onError: failed });
  };

  return (
    <div className={laid("stack", styles.sections)}>
      <section className={laid("card column gap12")} aria-labelledby="told-of">
        <h2 id="told-of" className={layout.title}>
          {t("preferences.title")}
        </h2>
        <p className={laid("hint regular")}>{t("preferences.detail", { email: data.email })}</p>
        <Matrix choices={data.choices} onChange={(choices) => handleSave({ choices })} />
      </section>
      <QuietHours
        hours={data.quietHours}
        timeZone={data.timeZone}
        onChange={(quietHours) => handleSave({ quietHours })}
      />
      {more}
      <BrowserAlerts />
    </div>
  );
}

const ways: readonly NotificationWay[] = ["app", "sound", "mail", "push"];

function Matrix({
  choices,
  onChange,
}: {
  choices: SavedPreferences["choices"];
  onChange: (choices: SavedPreferences["choices"]) => void;
}) {
  const { t } = useTranslation("notices");
  const set = (kind: NotificationKind, way: NotificationWay, on: boolean) =>
    onChange({ ...choices, [kind]: { ...choices[kind], [way]: on } });
  return (
    <table className={laid("wide collapsed quietHead", styles.matrix)}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("preferences.what")}</span>
          </th>
          {ways.map((way) => (
            <th key={way} scope="col">
              {t(`preferences.way.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`preferences.kind.${kind}.name`)}
              <span className={laid("hint block regular")}>{t(`preferences.kind.${kind}.hint`)}</span>
            </th>
            {ways.map((way) => {
              const fixed = fixedWays[kind]?.includes(way) ?? false;
              const off = way !== "app" && !choices[kind].app;
              return (
                <td key={way}>
                  <Checkbox
                    checked={choices[kind][way] === true && !off}
                    disabled={fixed || off}
                    title={fixed ? t("preferences.fixed") : undefined}
                    aria-label={`${t(`preferences.kind.${kind}.name`)} ${t(`preferences.way.${way}`)}`}
                    onChange={({ target }) => set(kind, way, target.checked)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
