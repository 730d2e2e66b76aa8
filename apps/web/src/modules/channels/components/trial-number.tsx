import { Button, Drawer, Form } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useTrialNumber } from "../api/whatsapp.ts";

/** Inside the form of a new number: offers a test number of the sandbox, if the server has any left. */
export function TrialOffer() {
  const { t } = useTranslation("channels");
  const form = Form.useFormInstance();
  const trial = useTrialNumber();
  if (!trial) return null;
  const { phonePage: _page, ...values } = trial;
  return (
    <p className={laid("middleWrap gap8x16 sunken pad12 below16")}>
      <span className={laid("grow basis200")}>{t("trial.offer")}</span>
      <Button onClick={() => form.setFieldsValue({ name: t("trial.name"), ...values })}>{t("trial.fill")}</Button>
    </p>
  );
}

/** What to do with a connected test number: write to it like a customer. */
export function TrialConnected({ phonePage, onClose }: { phonePage: string; onClose: () => void }) {
  const { t } = useTranslation("channels");
  const narrow = useNarrow(600);
  return (
    <Drawer
      open
      title={t("trial.title")}
      size={narrow ? "100%" : 560}
      onClose={onClose}
      footer={
        <div className={layout.buttons}>
          <Button type="primary" href={phonePage} target="_blank" rel="noreferrer">
            {t("trial.open")}
          </Button>
          <Button onClick={onClose}>{t("trial.done")}</Button>
        </div>
      }
    >
      <p>{t("trial.next")}</p>
    </Drawer>
  );
}
