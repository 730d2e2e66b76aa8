import { DeleteOutlined, ReloadOutlined } from "@ant-design/icons";
import type { TargetRow } from "@homeroom/contract/targets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { SavingSwitch } from "#ui/choice/saving-switch.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { nameColumn, personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import { useRuleChoices } from "./rule-choices.ts";
import { useRuleWords } from "./rule-words.ts";
import { useNumberOfLeads } from "./use-number-of-leads.ts";

export interface TargetActions {
  reload: (target: TargetRow) => Promise<void>;
  setStatus: (target: TargetRow, open: boolean) => Promise<void>;
  remove: (target: TargetRow) => Promise<void>;
}

/** The columns of the recipient lists. */
export function useTargetColumns(actions: TargetActions): Column<TargetRow>[] {
  const { t } = useTranslation("targets");
  const column = columnMaker<TargetRow>((key) => t(`fields.${key}`));
  return [
    nameColumn(t("fields.name"), { width: 200 }),
    column("leadCount", 130, (target) => <Count target={target} reload={actions.reload} />, { align: "end" }),
    column("rule", 360, (target) => <RuleTags target={target} />, { grow: true }),
    column("openStatus", 110, (target) => <OpenSwitch target={target} setStatus={actions.setStatus} />),
    column("reach", 130, (target) => <Reach target={target} />),
    personColumn("creator", t("fields.creator")),
    personColumn("updater", t("fields.updater")),
    timeColumn("updateTime", t("fields.updateTime")),
    timeColumn("createTime", t("fields.createTime"), { hiddenAtFirst: true }),
    column("actions", 80, (target) => <Remove target={target} remove={actions.remove} />),
  ];
}

/** The columns of a recipient list shown on a phone. */
export function useTargetCard(actions: TargetActions): (target: TargetRow) => RowCard {
  const { t } = useTranslation("targets");
  const number = useNumberOfLeads();
  const words = useRuleWords();
  const choices = useRuleChoices();
  return (target) => ({
    title: target.name,
    aside: t("leadsOf", {
      number: number(target),
      count: target.leadCount,
    }),
    facts: [
      words(target.queryRule, { names: target.names, choices }).join(t("also")) || t("everyone"),
      <Reach key="reach" target={target} />,
    ],
    actions: (
      <>
        <OpenSwitch target={target} setStatus={actions.setStatus} named />
        <span className={layout.push}>
          <Reload target={target} reload={actions.reload} />
          <Remove target={target} remove={actions.remove} />
        </span>
      </>
    ),
  });
}

function Count({ target, reload }: { target: TargetRow } & Pick<TargetActions, "reload">) {
  const { t } = useTranslation("targets");
  const number = useNumberOfLeads();
  const view = useDateView();
  return (
    <span className={laid("inlineMiddle figures gap4")} data-own-click>
      <span title={t("countedAt", { time: dateTimeText(target.countTime, view) })}>{number(target)}</span>
      <Reload target={target} reload={reload} />
    </span>
  );
}

/** Recounts the list; hidden without the permission. */
function Reload({ target, reload }: { target: TargetRow } & Pick<TargetActions, "reload">) {
  const { t } = useTranslation("targets");
  const can = useCan();
  const [busy, setBusy] = useState(false);
  const handle = async () => {
    setBusy(true);
    await reload(target);
    setBusy(false);
  };
  if (!can("bulk:target:reload")) return null;
  return (
    <SmallIconButton
      icon={<ReloadOutlined spin={busy} />}
      title={t("reload")}
      label={t("reloadOne", { name: target.name })}
      disabled={busy}
      onClick={() => void handle()}
    />
  );
}

function RuleTags({ target }: { target: TargetRow }) {
  const { t } = useTranslation("targets");
  const choices = useRuleChoices();
  const words = useRuleWords()(target.queryRule, { names: target.names, choices });
  if (words.length === 0) return <TintTag color="neutral">{t("everyone")}</TintTag>;
  return (
    <span title={words.join("\n")}>
      {words.map((one) => (
        <TintTag key={one} color="neutral">
          {one}
        </TintTag>
      ))}
    </span>
  );
}

interface OpenSwitchProps extends Pick<TargetActions, "setStatus"> {
  target: TargetRow;
  /** Shows a label beside the switch, where no column has one. */
  named?: boolean;
}

function OpenSwitch({ target, setStatus, named = false }: OpenSwitchProps) {
  const { t } = useTranslation("targets");
  const can = useCan();
  const isOpen = target.openStatus === 1;
  if (!target.canEdit || !can("bulk:target:status"))
    return <StatusDot tone={isOpen ? "success" : "quiet"} label={t(isOpen ? "open" : "closed")} />;
  return (
    <span className={layout.inlineRow}>
      <SavingSwitch
        checked={isOpen}
        label={t("openOne", { name: target.name })}
        save={(open) => setStatus(target, open)}
      />
      {named && t(isOpen ? "open" : "closed")}
    </span>
  );
}

function Reach({ target }: { target: TargetRow }) {
  const { t } = useTranslation("targets");
  if (target.reach === "own") return t("reaches.own", { name: target.creator });
  return target.branch?.name ?? t("reaches.organization");
}

function Remove({ target, remove }: { target: TargetRow } & Pick<TargetActions, "remove">) {
  const { t } = useTranslation("targets");
  const can = useCan();
  if (!target.canEdit || !can("bulk:target:delete")) return null;
  return (
    <span data-own-click>
      <PendingButton
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        title={t("remove")}
        aria-label={t("removeOne", { name: target.name })}
        run={() => remove(target)}
      />
    </span>
  );
}
