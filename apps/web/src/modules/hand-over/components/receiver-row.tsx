import type { AccountId } from "@homeroom/contract/ids";
import { Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { usePeople } from "#platform/choices.ts";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { Part, Receivers } from "../rules.ts";
import styles from "./hand-over.module.css";

type Value = Receivers[string];

interface ReceiverRowProps {
  part: Part;
  /** The current holder of the leads. */
  except: AccountId;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

const nobody = "nobody";

/** One role at one branch: the number of leads, and who receives them. Several people share them evenly. */
export function ReceiverRow({ part, except, value, onChange }: ReceiverRowProps) {
  const { t } = useTranslation("handOver");
  const id = useId();
  const people = usePeople(part.role, part.branchID)?.filter((one) => one.value !== except);
  const options = [
    { value: nobody, label: t("nobody") },
    ...(people ?? []).map((one) => ({ value: one.value, label: one.label })),
  ];
  const chosen = value?.kind === "nobody" ? [nobody] : (value?.to ?? []);
  const change = (next: string[]) => {
    const last = next.at(-1);
    if (last === undefined) return onChange(undefined);
    if (last === nobody) return onChange({ kind: "nobody" });
    onChange({ kind: "people", to: next.filter((one) => one !== nobody) as AccountId[] });
  };
  return (
    <li className={laid("gridBox alignCentre gap8x16 pad12x0 lineAbove", styles.part)}>
      <label htmlFor={id}>
        <span className={laid("strong block")}>{part.branchName}</span>
        <span className={laid("hint block")}>{t(`roles.${part.role}`, { count: part.count })}</span>
      </label>
      <div>
        <Select
          id={id}
          className={layout.wide}
          mode="multiple"
          onInputKeyDown={tabLeaves}
          value={chosen}
          options={options}
          onChange={(next: string[]) => change(next)}
          placeholder={t("choose")}
          showSearch={{ optionFilterProp: "label" }}
          loading={!people}
        />
        {value?.kind === "people" && value.to.length > 1 && (
          <span className={laid("hint block")}>
            {t("evenly", { people: value.to.length, each: Math.ceil(part.count / value.to.length) })}
          </span>
        )}
      </div>
    </li>
  );
}
