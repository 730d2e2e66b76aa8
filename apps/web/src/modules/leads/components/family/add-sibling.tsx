import { LeadId } from "@homeroom/contract/ids";
import { SiblingForm } from "@homeroom/contract/lead-families";
import type { LeadCard } from "@homeroom/contract/leads";
import { Input } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { v7 } from "uuid";
import { DictSelect } from "#ui/choice/dict-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFamilyWrites } from "../../api/lead-families.ts";
import styles from "../merge/merge.module.css";

/** The form of another child of the family: only what is the child's own. */
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
      <p className={styles.hint}>{t("family.addHint")}</p>
      <FormField name="nickname" label={t("fields.nickname")} required>
        <Input maxLength={64} />
      </FormField>
      <FormField name="fullname" label={t("fields.fullname")}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="ename" label={t("fields.ename")}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="birthday" label={t("fields.birthday")}>
        <DateField year="none" />
      </FormField>
      <FormField name="gender" label={t("fields.gender")}>
        <DictSelect code="gender" type="number" />
      </FormField>
      <FormField name="school" label={t("fields.school")}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="grade" label={t("fields.grade")}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="notes" label={t("fields.notes")}>
        <Input.TextArea rows={3} maxLength={2000} />
      </FormField>
    </DrawerForm>
  );
}
