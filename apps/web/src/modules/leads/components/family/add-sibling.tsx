import { LeadId } from "@homeroom/contract/ids";
import { SiblingForm } from "@homeroom/contract/lead-families";
import type { LeadCard } from "@homeroom/contract/leads";
import { Input } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import layout from "#ui/layout.module.css";
import { useFamilyWrites } from "../../api/lead-families.ts";
import { DeclaredField } from "../declared-field.tsx";

const siblingFields = ["fullname", "ename", "birthday", "gender", "school", "grade"] as const;

/** The form for another child of the family: only the child's own fields. */
export function AddSibling({ card, onClose }: { card: LeadCard; onClose: () => void }) {
  const { t } = useTranslation("leads");
  const navigate = useNavigate();
  const { addSibling } = useFamilyWrites();
  const [siblingId] = useState(() => LeadId.parse(v7()));
  const initialValues = useMemo(() => ({ siblingId, nickname: "", gender: 0 }), [siblingId]);
  return (
    <DrawerForm
      open
      title={t("family.addTitle", { name: card.nickname })}
      schema={SiblingForm}
      initialValues={initialValues}
      onSubmit={(form, report) => addSibling(card.leadId, form, report)}
      onDone={(leadId) => {
        onClose();
        void navigate(`/lead/list?lead=${leadId}`);
      }}
      onClose={onClose}
    >
      <p className={layout.below16}>{t("family.addHint")}</p>
      <FormField name="nickname" label={t("fields.nickname")} required>
        <Input maxLength={64} />
      </FormField>
      {siblingFields.map((name) => (
        <DeclaredField key={name} name={name} />
      ))}
      <FormField name="notes" label={t("fields.notes")}>
        <Input.TextArea rows={3} maxLength={2000} />
      </FormField>
    </DrawerForm>
  );
}
