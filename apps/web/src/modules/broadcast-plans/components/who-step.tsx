import { type PlanKind, planKinds, planLimits } from "@homeroom/contract/broadcast-plans";
import type { RecordId } from "@homeroom/contract/ids";
import { explicitQuery } from "@homeroom/contract/lead-query";
import { Alert, Button, Checkbox, Input, Segmented, Select } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { RuleBuilder } from "#modules/targets/public.ts";
import { useNumberText } from "#platform/number-text.ts";
import { FileInput } from "#ui/choice/file-input.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { importNumbers, type useChoices } from "../api.ts";
import { conditionsOfFilter, type PlanDraft, type SentAgain, typedNumbers } from "../rules/plan-draft.ts";
import { AudienceCount } from "./audience-count.tsx";

export interface StepProps {
  draft: PlanDraft;
  change: (part: Partial<PlanDraft>) => void;
  choices: NonNullable<ReturnType<typeof useChoices>["data"]>;
  /** Set for a plan that is sent again: it keeps its recipients until somebody changes them. */
  again?: SentAgain | undefined;
  /** The names of ids in the conditions that are not among the choices. */
  names?: Readonly<Record<string, string>>;
}

interface NumberFaults {
  /** Why the server refused the current numbers. */
  numberFaults: readonly string[];
}

/** Enough to see the fault in a file. */
const mostFaults = 10;

/**
 * The recipients of a plan: recipient lists, leads that match conditions, and numbers that were typed or come from a
 * file.
 */
export function WhoStep({ draft, change, choices, again, names, numberFaults }: StepProps & NumberFaults) {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  return (
    <div className={layout.stack}>
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.name")}</span>
        <Input value={draft.name} maxLength={100} onChange={({ target }) => change({ name: target.value })} />
      </label>
      {again?.sourcePart && (
        <Alert type="info" showIcon title={t(`sentAgain.${again.sourcePart}`)} description={t("sentAgain.kept")} />
      )}
      <Segmented<PlanKind>
        className={layout.selfStart ?? ""}
        value={draft.kind}
        aria-label={t("fields.kind")}
        options={planKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(kind) => change({ kind })}
      />
      <div className={laid("column gap4")}>
        <span className={layout.hint} id="plan-lists">
          {t("fields.lists")}
        </span>
        <Select<RecordId[]>
          mode="multiple"
          aria-labelledby="plan-lists"
          value={draft.targetIDs}
          maxCount={planLimits.lists}
          options={choices.lists.map(({ recordID, name, leadCount }) => ({
            value: recordID,
            label: t("listOption", { name, number: number(leadCount) }),
          }))}
          showSearch={{ optionFilterProp: "label" }}
          placeholder={t("chooseLists")}
          onChange={(targetIDs) => change({ targetIDs })}
        />
      </div>
      <Filter draft={draft} change={change} {...(names && { names })} />
      {draft.kind === "whatsapp" ? (
        <Numbers draft={draft} change={change} numberFaults={numberFaults} />
      ) : (
        <p className={layout.hint}>{t("emailOnly")}</p>
      )}
      <AudienceCount draft={draft} again={again} />
    </div>
  );
}

function Filter({ draft: { filter }, change, names = {} }: Pick<StepProps, "draft" | "change" | "names">) {
  const { t } = useTranslation("broadcastPlans");
  return (
    <div className={laid("column gap4")}>
      <Checkbox
        checked={filter !== null}
        onChange={({ target }) => change({ filter: target.checked ? { everyone: true } : null })}
      >
        {t("filterLeads")}
      </Checkbox>
      {filter && (
        <RuleBuilder
          value={conditionsOfFilter(filter)}
          names={names}
          onChange={(rule) => change({ filter: explicitQuery(rule ?? {}) })}
        />
      )}
    </div>
  );
}

function Numbers({ draft, change, numberFaults }: Pick<StepProps, "draft" | "change"> & NumberFaults) {
  const { t } = useTranslation("broadcastPlans");
  const { failed } = useFeedback();
  const number = useNumberText();
  const [text, setText] = useState(draft.numbers.join("\n"));
  const [report, setReport] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  // Reading a file takes time: meanwhile numbers are typed, or a second file is chosen.
  const latest = useRef(text);
  const write = (words: string) => {
    latest.current = words;
    setText(words);
    change({ numbers: typedNumbers(words) });
  };
  const read = async (file: File) => {
    try {
      const { numbers, invalidCount, duplicateCount, errors } = await importNumbers(file);
      const together = [...new Set([...typedNumbers(latest.current), ...numbers.map((one) => `+${one}`)])];
      write(together.join("\n"));
      const lines = errors.slice(0, 10).map(({ line, text: words }) => t("badLine", { line, text: words }));
      setReport(
        [
          t("imported", {
            ...{ valid: number(numbers.length), invalid: number(invalidCount), duplicate: number(duplicateCount) },
          }),
          ...lines,
        ].join("\n"),
      );
    } catch (reason) {
      failed(reason);
    }
  };
  return (
    <div className={laid("column gap4")}>
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.numbers")}</span>
        <Input.TextArea
          value={text}
          status={numberFaults.length > 0 ? "error" : ""}
          autoSize={{ minRows: 3, maxRows: 8 }}
          placeholder="+852 9123 4567"
          onChange={({ target }) => write(target.value)}
        />
      </label>
      {numberFaults.length > 0 && (
        <ul role="alert" className={laid("bareList danger")}>
          {numberFaults.slice(0, mostFaults).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {numberFaults.length > mostFaults && (
            <li>{t("moreFaults", { number: number(numberFaults.length - mostFaults) })}</li>
          )}
        </ul>
      )}
      <span>
        <Button onClick={() => picker.current?.click()}>{t("importFile")}</Button>
        <FileInput
          ref={picker}
          accept=".txt,.csv"
          label={t("importFile")}
          onFiles={([file]) => {
            if (file) void read(file);
          }}
        />
      </span>
      {report !== "" && (
        <p className={laid("written pad12x16 outlined round12 sunkenGround")} role="status">
          {report}
        </p>
      )}
    </div>
  );
}
