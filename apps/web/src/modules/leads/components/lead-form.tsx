import { LeadId } from "@homeroom/contract/ids";
import { AddLeadForm, EditLeadForm, type LeadCard, leads } from "@homeroom/contract/leads";
import { Form } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan, useUser } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { useBranches } from "#platform/branches.ts";
import { areaCodeOfZone } from "#platform/countries.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useAddLead, useEditLead } from "../api/writes.ts";
import { formValues } from "../rules/edited-fields.ts";
import { AssignmentFields, BasicFields, ContactFields, PersonalFields, PhotoField } from "./lead-form-fields.tsx";
import { SimilarHint } from "./merge/similar-hint.tsx";

const width = 640;

interface AddLeadProps {
  onClose: () => void;
  onDone: (leadId: LeadId) => void;
}

/** The form of a new lead. It starts with the writer as its sales and the area code of the branch's place. */
export function AddLead({ onClose, onDone }: AddLeadProps) {
  const { t } = useTranslation("leads");
  const user = useUser();
  const add = useAddLead();
  const { branchID, timezone } = user.branch;
  const isSales = user.roles.includes("SALES");
  // Proposed by the form, so that sending again after a lost answer does not create a second lead.
  const [leadId] = useState(() => LeadId.parse(v7()));
  const initialValues = useMemo(() => {
    const areaCode = areaCodeOfZone(timezone);
    const contact = { name: "", email: "", areaCode, phone: "" };
    return {
      leadId,
      nickname: "",
      gender: 0,
      areaCode,
      contact1: contact,
      contact2: contact,
      acceptmessage: 0,
      appopenflag: 0,
      tag: [],
      branchID,
      sales: isSales ? user.accountID : null,
    };
  }, [leadId, branchID, timezone, isSales, user.accountID]);
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={AddLeadForm}
      initialValues={initialValues}
      onSubmit={add}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <BranchField />
      <SimilarHint />
      <FieldsOfChosenBranch />
    </DrawerForm>
  );
}

interface EditLeadProps {
  card: LeadCard;
  onClose: () => void;
  onDone: () => void;
}

/** The form of a lead in the state in which it was opened; changes by somebody else are shown before it is saved. */
export function EditLead({ card, onClose, onDone }: EditLeadProps) {
  const { t } = useTranslation("leads");
  const edit = useEditLead();
  // The card keeps updating behind the form; the form is based on the one that it was opened with.
  const [initialValues] = useState(() => formValues(card));
  const reload = async () => {
    const { resultData } = await api.call(leads.info, { leadId: card.leadId });
    return formValues(resultData);
  };
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: card.nickname })}
      schema={EditLeadForm}
      initialValues={initialValues}
      reload={reload}
      onSubmit={edit}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <Fields branchID={card.branchID} photo={<PhotoField leadId={card.leadId} now={card.avatar} />} />
    </DrawerForm>
  );
}

/** The owner of a new lead must work at its chosen branch. */
function FieldsOfChosenBranch() {
  const user = useUser();
  const chosen = Form.useWatch<string | undefined>("branchID");
  return <Fields branchID={chosen ?? user.branch.branchID} photo={<PhotoField now={null} />} />;
}

function Fields({ branchID, photo }: { branchID: string; photo: ReactNode }): ReactNode {
  return (
    <>
      <BasicFields />
      <AssignmentFields branchID={branchID} />
      <ContactFields />
      <PersonalFields />
      {photo}
    </>
  );
}

/** For people who see the whole organisation, if it has several branches. */
function BranchField() {
  const { t } = useTranslation("leads");
  const everywhere = useCan()("org:branch:query");
  const branches = useBranches().data;
  const form = Form.useFormInstance();
  if (!everywhere || !branches || branches.length < 2) return null;
  return (
    <FormField name="branchID" label={t("fields.branch")} required>
      <ChoiceSelect options={branches} onChange={() => form.setFieldsValue({ sales: null, tutor: null })} />
    </FormField>
  );
}
