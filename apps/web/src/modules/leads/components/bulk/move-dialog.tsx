import { AccountId, BranchId } from "@homeroom/contract/ids";
import { Checkbox, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";
import { usePeople } from "#platform/choices.ts";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import layout from "#ui/layout.module.css";
import { type AskedLeads, BulkDialog, DialogField } from "./bulk-dialog.tsx";
import { useBulkWords } from "./use-bulk-words.ts";

interface MoveDialogProps extends AskedLeads {
  /** The branch of a single lead. It is not offered. */
  from?: BranchId;
}

type Person = string | undefined;

/** Moves the selected leads to another branch, and gives them to its people if some are chosen. */
export function MoveDialog({ from, ...asked }: MoveDialogProps) {
  const { t } = useTranslation("leads");
  const { question } = useBulkWords();
  const branches = useBranches().data?.filter(({ value }) => value !== from);
  const [branch, setBranch] = useState<BranchId>();
  const [sales, setSales] = useState<Person>();
  const [tutor, setTutor] = useState<Person>();
  const [notify, setNotify] = useState(true);
  const idOf = (person: Person) => (person ? AccountId.parse(person) : null);
  const someone = sales !== undefined || tutor !== undefined;
  const actions = branch
    ? [
        {
          ...{ kind: "branch" as const, branchID: branch, sales: idOf(sales), tutor: idOf(tutor) },
          notify: someone && notify,
        },
      ]
    : [];
  return (
    <BulkDialog {...asked} title={question("branch", asked.count)} verb={t("bulk.branch.verb")} actions={actions}>
      <DialogField label={t("bulk.branch.to")}>
        <Select
          value={branch ?? null}
          options={branches ?? []}
          loading={!branches}
          showSearch={{ optionFilterProp: "label" }}
          placeholder={t("bulk.choose")}
          onChange={(value) => {
            setBranch(BranchId.parse(value));
            setSales(undefined);
            setTutor(undefined);
          }}
        />
      </DialogField>
      {branch && <PersonField key={`sales ${branch}`} of="sales" branch={branch} value={sales} onChange={setSales} />}
      {branch && <PersonField key={`tutor ${branch}`} of="tutor" branch={branch} value={tutor} onChange={setTutor} />}
      {someone && (
        <Checkbox checked={notify} onChange={({ target }) => setNotify(target.checked)}>
          {t("bulk.assign.notify")}
        </Checkbox>
      )}
      <p className={layout.hint}>{t("bulk.branch.effect")}</p>
    </BulkDialog>
  );
}

interface PersonFieldProps {
  of: "sales" | "tutor";
  branch: BranchId;
  value: Person;
  onChange: (person: Person) => void;
}

function PersonField({ of, branch, value, onChange }: PersonFieldProps) {
  const { t } = useTranslation("leads");
  const clearing = useClearing();
  const people = usePeople(of, branch);
  return (
    <DialogField label={t(`bulk.branch.${of}`)}>
      <Select
        className={layout.narrowable ?? ""}
        allowClear={clearing}
        value={value ?? null}
        options={(people ?? []).map(({ value: id, label }) => ({ value: id, label }))}
        showSearch={{ optionFilterProp: "label" }}
        placeholder={t("bulk.branch.kept")}
        onChange={(person: string | null | undefined) => onChange(person ?? undefined)}
      />
    </DialogField>
  );
}
