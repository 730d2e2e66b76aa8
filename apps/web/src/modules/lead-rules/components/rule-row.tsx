import { DeleteOutlined, EditOutlined, HistoryOutlined } from "@ant-design/icons";
import type { LeadRuleRow } from "@homeroom/contract/lead-rules";
import { Button, Switch, Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { SavingSwitch } from "#ui/choice/saving-switch.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { Explanation } from "./explanation.tsx";
import styles from "./lead-rules.module.css";
import { ShareBar } from "./share-bar.tsx";

interface RuleRowProps {
  rule: LeadRuleRow;
  showsBranch: boolean;
  onEdit: () => void;
  onTrace: () => void;
  onSwitch: (on: boolean) => Promise<void>;
  onDelete: () => Promise<void>;
}

/** One rule: which leads, who gets them, and an explanation in words. */
export function RuleRow({ rule, showsBranch, onEdit, onTrace, onSwitch, onDelete }: RuleRowProps) {
  const { t } = useTranslation("leadRules");
  const can = useCan();
  const name = useRuleName()(rule);
  return (
    <li className={laid("column gap10 pad16 ruled", styles.rule)} data-off={rule.status === 0 || undefined}>
      <div className={layout.rowWrap}>
        <h2 className={layout.heading}>{name}</h2>
        <TintTag color="blue">{t(`ways.${rule.assignmentRule}`)}</TintTag>
        {showsBranch && <TintTag color="neutral">{rule.branchName}</TintTag>}
        {rule.status === 0 && <TintTag color="neutral">{t("off")}</TintTag>}
        <span className={laid("middle push gap4", styles.actions)}>
          <span className={layout.hint}>{t("assigned", { count: rule.assigned })}</span>
          <Tooltip title={t("trace.open")}>
            <Button type="text" icon={<HistoryOutlined />} aria-label={t("trace.of", { name })} onClick={onTrace} />
          </Tooltip>
          {can("crm:rule:edit") && (
            <Tooltip title={t("edit")}>
              <Button type="text" icon={<EditOutlined />} aria-label={t("editOf", { name })} onClick={onEdit} />
            </Tooltip>
          )}
          {can("crm:rule:delete") && (
            <Tooltip title={t("remove.verb")}>
              <PendingButton
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t("removeOf", { name })}
                run={onDelete}
              />
            </Tooltip>
          )}
          {can("crm:rule:edit") ? (
            <SavingSwitch checked={rule.status === 1} label={t("switchOf", { name })} save={onSwitch} />
          ) : (
            <Switch size="small" checked={rule.status === 1} disabled aria-label={t("switchOf", { name })} />
          )}
        </span>
      </div>
      {rule.sales.length > 0 && <ShareBar way={rule.assignmentRule} sales={rule.sales} />}
      {rule.needsAttention && (
        <p className={laid("warning round8 warningTint", styles.attention)}>{t("needsAttention")}</p>
      )}
      <Explanation
        rule={{
          ...rule,
          channelName: channelText(rule),
          names: rule.sales.map(({ nickname }) => nickname),
        }}
      />
    </li>
  );
}

/** The title of a rule: its channel, or all channels. */
export function useRuleName() {
  const { t } = useTranslation("leadRules");
  return (rule: Pick<LeadRuleRow, "allChannels" | "channel" | "secondaryChannel">) =>
    rule.allChannels ? t("allChannels") : channelText(rule);
}

function channelText({ channel, secondaryChannel }: Pick<LeadRuleRow, "channel" | "secondaryChannel">): string {
  return [channel?.name, secondaryChannel?.name].filter(Boolean).join(" › ");
}
