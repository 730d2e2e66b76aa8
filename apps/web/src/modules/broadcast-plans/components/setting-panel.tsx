import type { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { Button, InputNumber, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useSettingSave } from "../api.ts";
import { PriceTable } from "./price-table.tsx";
import { QuietHours } from "./quiet-hours.tsx";
import styles from "./setting-panel.module.css";

type Setting = ResponseOf<typeof broadcastSettings.setting>;

const levels = [50, 70, 80, 90, 95, 100];

/** The settings as a form; read-only without the permission. */
export function SettingPanel({ setting }: { setting: Setting }) {
  const { t } = useTranslation("broadcastPlans");
  const { done, failed } = useFeedback();
  const isReader = !useCan()("bulk:setting:edit");
  const save = useSettingSave();
  const [form, setForm] = useState(() => {
    const { usedThisMonth: _used, ...rest } = setting;
    return rest;
  });
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const submit = async () => {
    setBusy(true);
    await save(form).then(() => done(t("setting.saved")), failed);
    setBusy(false);
  };
  const number = useNumberText();
  return (
    <div className={styles.panel}>
      <DetailSection title={t("setting.limit")}>
        <div className={styles.fields}>
          <label className={styles.field}>
            <span className={styles.label}>{t("setting.monthlyLimit")}</span>
            <InputNumber
              min={1}
              max={10_000_000}
              precision={0}
              disabled={isReader}
              value={form.monthlyLimit}
              placeholder={t("setting.noLimit")}
              onChange={(monthlyLimit) => change({ monthlyLimit })}
            />
          </label>
          <div className={styles.field}>
            <span className={styles.label}>{t("setting.warningLevels")}</span>
            <Select<number[]>
              mode="multiple"
              aria-label={t("setting.warningLevels")}
              disabled={isReader}
              maxCount={5}
              value={form.warningLevels}
              options={levels.map((value) => ({ value, label: t("setting.percent", { number: value }) }))}
              onChange={(warningLevels) => change({ warningLevels })}
            />
          </div>
          <p role="status">{t("setting.used", { number: number(setting.usedThisMonth) })}</p>
        </div>
      </DetailSection>
      <DetailSection title={t("setting.quietHours")}>
        <div className={styles.field}>
          <span className={styles.label}>{t("setting.quietDetail")}</span>
          <QuietHours hours={form.quietHours} isReader={isReader} onChange={(quietHours) => change({ quietHours })} />
        </div>
      </DetailSection>
      <DetailSection title={t("setting.prices")}>
        <PriceTable prices={form.prices} isReader={isReader} onChange={(prices) => change({ prices })} />
      </DetailSection>
      {!isReader && (
        <Button type="primary" loading={busy} className={styles.save} onClick={() => void submit()}>
          {t("setting.save")}
        </Button>
      )}
    </div>
  );
}
