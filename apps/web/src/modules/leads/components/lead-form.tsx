import { LeadId } from "@homeroom/contract/ids";
import { AddLeadForm, EditLeadForm, type LeadCard } from "@homeroom/contract/leads";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan, useUser } from "#platform/access.ts";
import { DrawerForm, type FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useBranches } from "../api/queries.ts";
import { useAddLead, useEditLead } from "../api/writes.ts";
import { formValues } from "../rules/edit-form.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { ChoiceSelect } from "./form-controls.tsx";
import { AssignmentFields, BasicFields, ContactFields, PersonalFields } from "./lead-form-fields.tsx";

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
  // Proposed by the form: sent again after a lost answer, it makes no second lead.
  const [leadId] = useState(() => LeadId.parse(v7()));
  const initialValues = useMemo(() => {
    const areaCode = areaCodeOf(timezone);
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
      <Fields branchID={branchID} />
    </DrawerForm>
  );
}

interface EditLeadProps {
  card: LeadCard;
  onClose: () => void;
  onDone: () => void;
}

/** The form of a lead. When somebody else saves meanwhile, their changes can be taken in and what is written stays. */
export function EditLead({ card, onClose, onDone }: EditLeadProps) {
  const { t } = useTranslation("leads");
  const edit = useEditLead();
  // The card goes on changing behind the form; the form stands on the one that it was opened with.
  const [base, setBase] = useState(card);
  const [stale, setStale] = useState(false);
  const initialValues = useMemo(() => formValues(base), [base]);

  const save = async (form: EditLeadForm, report: FailureReport) => {
    let refusedAsStale = false;
    setStale(false);
    try {
      await edit(form, {
        onFailure: (failure) => {
          refusedAsStale = failure.name === "STALE_DATA";
          report.onFailure(failure);
        },
      });
    } catch (reason) {
      setStale(refusedAsStale);
      // The notice says it, with what to do; the form itself then says nothing.
      throw refusedAsStale ? "" : reason;
    }
  };
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: card.nickname })}
      schema={EditLeadForm}
      initialValues={initialValues}
      onSubmit={save}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <ConflictNotice
        base={base}
        stale={stale}
        onMerged={(theirs) => {
          setBase(theirs);
          setStale(false);
        }}
      />
      <Fields branchID={card.branchID} />
    </DrawerForm>
  );
}

function Fields({ branchID }: { branchID: string }): ReactNode {
  return (
    <>
      <BasicFields />
      <AssignmentFields branchID={branchID} />
      <ContactFields />
      <PersonalFields />
    </>
  );
}

/** For those who see the whole organisation, if it has several branches. */
function BranchField() {
  const { t } = useTranslation("leads");
  const everywhere = useCan()("org:branch:query");
  const branches = useBranches();
  if (!everywhere || !branches || branches.length < 2) return null;
  return (
    <FormField name="branchID" label={t("fields.branch")} required>
      <ChoiceSelect options={branches} />
    </FormField>
  );
}

const areaCodes: Readonly<Record<string, string>> = {
  "Asia/Taipei": "+886",
  "Asia/Macau": "+853",
  "Asia/Shanghai": "+86",
  "Asia/Singapore": "+65",
  "Asia/Kuala_Lumpur": "+60",
};

function areaCodeOf(timeZone: string): string {
  return areaCodes[timeZone] ?? "+852";
}
