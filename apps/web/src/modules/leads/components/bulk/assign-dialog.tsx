import { AccountId } from "@homeroom/contract/ids";
import { Checkbox, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { uniquePeople, usePeople } from "#platform/choices.ts";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import layout from "#ui/layout.module.css";
import type { BulkOrder } from "../../api/bulk.ts";

import { type AskedLeads, BulkDialog, DialogField } from "./bulk-dialog.tsx";
import { useBulkWords } from "./use-bulk-words.ts";

type Way = "people" | "rules" | "nobody";

/** Assigns the selected leads: to people in rotation, by the assignment rules, or to nobody. */
export function AssignDialog(props: AskedLeads) {
  const { t } = useTranslation("leads");
  const { number, question } = useBulkWords();
  const [role, setRole] = useState<"sales" | "tutor">("sales");
  const [way, setWay] = useState<Way>("people");
  const [chosen, setChosen] = useState<string[]>([]);
  const [notify, setNotify] = useState(true);
  const people = uniquePeople(usePeople(role));
  const to = chosen.map((id) => AccountId.parse(id));
  const ready = way !== "people" || to.length > 0;
  const each = props.count !== undefined && to.length > 1 ? Math.ceil(props.count / to.length) : null;

  return (
    <BulkDialog
      {...props}
      title={question("assign", props.count)}
      verb={t("bulk.assign.verb")}
      actions={ready ? [actionOf({ role, way, to, notify })] : []}
    >
      <Radio.Group
        aria-label={t("bulk.assign.role")}
        optionType="button"
        value={role}
        options={[
          { value: "sales", label: t("fields.sales") },
          { value: "tutor", label: t("fields.tutor") },
        ]}
        onChange={({ target }) => {
          setRole(target.value as "sales" | "tutor");
          setChosen([]);
          if (target.value === "tutor" && way === "rules") setWay("people");
        }}
      />
      <Radio.Group
        aria-label={t("bulk.assign.way")}
        vertical
        value={way}
        options={[
          { value: "people", label: t("bulk.assign.people") },
          ...(role === "sales" ? [{ value: "rules", label: t("bulk.assign.rules") }] : []),
          { value: "nobody", label: t("bulk.assign.nobody") },
        ]}
        onChange={({ target }) => setWay(target.value as Way)}
      />
      {way === "people" && (
        <DialogField label={t("bulk.assign.who")}>
          <Select
            mode="multiple"
            onInputKeyDown={tabLeaves}
            value={chosen}
            options={people}
            showSearch={{ optionFilterProp: "label" }}
            placeholder={t("bulk.choose")}
            onChange={setChosen}
          />
        </DialogField>
      )}
      {way === "people" && each !== null && (
        <p className={layout.hint}>{t("bulk.assign.each", { number: number(each) })}</p>
      )}
      {way !== "nobody" && (
        <Checkbox checked={notify} onChange={({ target }) => setNotify(target.checked)}>
          {t("bulk.assign.notify")}
        </Checkbox>
      )}
    </BulkDialog>
  );
}

function actionOf(of: { role: "sales" | "tutor"; way: Way; to: AccountId[]; notify: boolean }): BulkOrder["action"] {
  const to = of.way === "people" ? of.to : [];
  const notify = of.notify && of.way !== "nobody";
  if (of.role === "tutor") return { kind: "tutor", tutor: to, notify };
  return { kind: "assign", sales: to, byRules: of.way === "rules", notify };
}
