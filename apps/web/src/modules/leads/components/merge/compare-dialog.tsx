import type { LeadId } from "@homeroom/contract/ids";
import type { MergeField } from "@homeroom/contract/lead-families";
import type { LeadCard } from "@homeroom/contract/leads";
import { Alert, Modal, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useLead } from "../../api/queries.ts";
import { type Choices, differingFields, type MergeSide, sideOf } from "../../rules/merge-choices.ts";
import { useFieldLabel } from "../declared-names.ts";
import { FieldValue } from "./field-value.tsx";
import styles from "./merge.module.css";
import { useMerge } from "./use-merge.ts";

interface CompareDialogProps {
  leadId: LeadId;
  otherId: LeadId;
  onClose: () => void;
  /** The merged lead. */
  onDone: (kept: LeadId) => void;
}

/** Two leads side by side: which one to keep, and whose value to take where they differ. */
export function CompareDialog({ leadId, otherId, onClose, onDone }: CompareDialogProps) {
  const { t } = useTranslation("leads");
  const [one, other] = [useLead(leadId), useLead(otherId)];
  const [keptId, setKeptId] = useState(leadId);
  const [choices, setChoices] = useState<Choices>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { merge } = useMerge();
  const cards = one.data && other.data ? [one.data, other.data] : null;
  const keep = cards?.find((card) => card.leadId === keptId);
  const from = cards?.find((card) => card.leadId !== keptId);
  const failure = one.error ?? other.error;
  const readAgain = () => {
    for (const lead of [one, other]) if (!lead.data) void lead.refetch();
  };

  const save = async () => {
    if (!keep || !from) return;
    setBusy(true);
    setProblem(null);
    try {
      const versions = { keep: keep.version, from: from.version };
      const form = { keep: keep.leadId, from: from.leadId, choices, versions };
      await merge(form, { keep: keep.nickname, from: from.nickname });
      onDone(keep.leadId);
    } catch (reason) {
      setProblem(typeof reason === "string" ? reason : t("merge.failed"));
      await Promise.all([one.refetch(), other.refetch()]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      width={720}
      title={t("merge.title")}
      okText={t("merge.verb")}
      okButtonProps={{ disabled: !keep || !from }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      destroyOnHidden
    >
      {failure && !cards && <ErrorState message={failure} onRetry={readAgain} />}
      {!failure && !cards && <Skeleton height={240} />}
      {cards && keep && from && (
        <>
          <p className={laid("hint breaking")}>{t("merge.explain")}</p>
          {problem && <Alert className={layout.above12 ?? ""} type="error" showIcon title={problem} />}
          <Radio.Group
            className={layout.above12 ?? ""}
            aria-label={t("merge.which")}
            value={keptId}
            onChange={({ target }) => {
              setKeptId(target.value as LeadId);
              setChoices({});
            }}
            options={cards.map((card) => ({ value: card.leadId, label: <Kept card={card} /> }))}
          />
          <div className={laid("above12 scrollY", styles.scroll)}>
            <Comparison
              keep={keep}
              from={from}
              choices={choices}
              onChoose={(field, side) =>
                setChoices(({ [field]: _before, ...others }) =>
                  side === "both" ? others : { ...others, [field]: side },
                )
              }
            />
          </div>
        </>
      )}
    </Modal>
  );
}

/** A lead to keep, with what distinguishes it from the other, which often has the same name. */
function Kept({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const facts = [
    phoneText(card.areaCode, card.phone),
    card.email,
    card.names.sales,
    card.branchName,
    dateText(card.createTime, view),
  ];
  return (
    <>
      {t("merge.keep", { name: card.nickname })}
      <span className={laid("hint block")}>{facts.filter(Boolean).join(" · ")}</span>
    </>
  );
}

interface ComparisonProps {
  keep: LeadCard;
  from: LeadCard;
  choices: Choices;
  onChoose: (field: MergeField, side: MergeSide | "both") => void;
}

function Comparison({ keep, from, choices, onChoose }: ComparisonProps) {
  const { t } = useTranslation("leads");
  const label = useFieldLabel();
  const fields = differingFields(keep, from);
  if (fields.length === 0) return <p>{t("merge.allSame")}</p>;
  return (
    <table className={laid("wide collapsed", styles.table)}>
      <thead>
        <tr>
          <th scope="row">{t("merge.field")}</th>
          <th scope="col">{t("merge.kept")}</th>
          <th scope="col">{t("merge.other")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const proposed = sideOf(keep, from, field);
          const chosen = choices[field] ?? proposed;
          return (
            <tr key={field}>
              <th scope="row">
                {label(field)}
                {proposed === "both" && (
                  <span className={layout.block}>
                    <Radio name={`merge-${field}`} checked={chosen === "both"} onChange={() => onChoose(field, "both")}>
                      {t("merge.both")}
                    </Radio>
                  </span>
                )}
              </th>
              {(["keep", "from"] as const).map((side) => (
                <td key={side}>
                  <Radio name={`merge-${field}`} checked={chosen === side} onChange={() => onChoose(field, side)}>
                    <FieldValue card={side === "keep" ? keep : from} field={field} />
                  </Radio>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
