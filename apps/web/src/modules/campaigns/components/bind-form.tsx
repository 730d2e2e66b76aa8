import { type AdRow, campaigns } from "@homeroom/contract/campaigns";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useAdWrites, usePageChoices } from "../api/ads.ts";

/** Chooses the landing page whose leads count for an ad. */
export function BindForm({ ad, onClose }: { ad: Pick<AdRow, "recordID" | "name">; onClose: () => void }) {
  const { t } = useTranslation("campaigns");
  const { done } = useFeedback();
  const { bind } = useAdWrites();
  const [words, setWords] = useState("");
  const pages = usePageChoices(words);
  return (
    <DrawerForm
      open
      title={t("bindTitle", { name: ad.name })}
      schema={campaigns.bind.request}
      initialValues={{ level: "ad", recordID: ad.recordID }}
      onSubmit={bind}
      onDone={() => {
        done(t("bound"));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="landingPageID" label={t("fields.landingPage")} hint={t("bindHint")}>
        <Select
          showSearch={{ filterOption: false, onSearch: setWords }}
          options={pages ?? []}
          notFoundContent={t("noPages")}
        />
      </FormField>
    </DrawerForm>
  );
}
