import { type LeadChannel, LeadChannelForm } from "@homeroom/contract/media";
import { Input } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useChannelWrites } from "../api.ts";

interface ChannelFormProps {
  /** `primary`, `secondary`, `below:<id>` for a new one; the id of an existing one. */
  form: string;
  channels: readonly LeadChannel[];
  onClose: () => void;
}

/** The form of a channel: its name and, for a new secondary one, the primary one above it. */
export function ChannelForm({ form, channels, onClose }: ChannelFormProps) {
  const { t } = useTranslation("channelSettings");
  const { done } = useFeedback();
  const { save } = useChannelWrites();
  const held = channels.flatMap((one) => [one, ...one.children]).find(({ recordID }) => recordID === form);
  const isSecondary = form === "secondary" || form.startsWith("below:");
  const above = form.startsWith("below:") ? form.slice("below:".length) : "";
  const initialValues = useMemo(
    () => (held ? { recordID: held.recordID, name: held.name } : { name: "", ...(isSecondary && { parentID: above }) }),
    [held, isSecondary, above],
  );
  if (!held && !isSecondary && form !== "primary") return null;
  const parents = channels.map(({ recordID, name }) => ({ value: recordID, label: name }));
  const title = isSecondary ? t("addSecondary") : t("addPrimary");

  return (
    <DrawerForm
      open
      title={held ? t("renameTitle", { name: held.name }) : title}
      schema={LeadChannelForm}
      initialValues={initialValues}
      onSubmit={save}
      onDone={(name) => {
        done(t("saved", { name }));
        onClose();
      }}
      onClose={onClose}
      width={440}
    >
      {isSecondary && (
        <FormField name="parentID" label={t("fields.parent")} required>
          <ChoiceSelect none="" options={parents} />
        </FormField>
      )}
      <FormField name="name" label={t("fields.name")} required hint={t("hints.name")}>
        <Input maxLength={50} />
      </FormField>
    </DrawerForm>
  );
}
