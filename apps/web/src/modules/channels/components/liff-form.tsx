import { LiffForm, type LineChannel } from "@homeroom/contract/line";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useLineWrites } from "../api/line.ts";

/** The web page that opens inside LINE for a branch's customers. */
export function LiffEditor({ channel, onClose }: { channel: LineChannel; onClose: () => void }) {
  const { t } = useTranslation("line");
  const { done } = useFeedback();
  const { saveLiff } = useLineWrites();
  const { branch, liffID, endpointURL } = channel;
  return (
    <DrawerForm
      open
      title={t("liff.title", { branch: branch.name })}
      schema={LiffForm}
      initialValues={{ branchID: branch.branchID, liffID, endpointURL }}
      onSubmit={saveLiff}
      onDone={() => {
        done(t("form.saved"));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="liffID" label={t("fields.liffID")} hint={t("liff.idHint")}>
        <Input placeholder={t("liff.idExample")} autoComplete="off" maxLength={50} />
      </FormField>
      <FormField name="endpointURL" label={t("fields.endpointURL")} hint={t("liff.urlHint")}>
        <Input placeholder={t("linkExample")} inputMode="url" autoComplete="off" maxLength={1000} />
      </FormField>
    </DrawerForm>
  );
}
