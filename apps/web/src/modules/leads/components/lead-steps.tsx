import { DownOutlined, UpOutlined } from "@ant-design/icons";
import type { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { type keptOrder, useNeighbours } from "../api/lead-order.ts";

interface LeadStepsProps {
  leadId: LeadId;
  order: NonNullable<ReturnType<typeof keptOrder>>;
  /** Something covers the page and takes its shortcuts. */
  isOver: boolean;
  onOpen: (leadId: LeadId) => void;
}

/** On a lead's own page, the buttons for the previous and next lead in the list; `j` and `k` work as beside the list. */
export function LeadSteps({ leadId, order, isOver, onOpen }: LeadStepsProps) {
  const { t } = useTranslation("ui");
  const { before, after } = useNeighbours(order, leadId);
  const go = (to: LeadId | undefined) => to && onOpen(to);
  useShortcut("j", () => go(after), { enabled: !isOver });
  useShortcut("k", () => go(before), { enabled: !isOver });
  return (
    <span>
      <Button
        type="text"
        icon={<UpOutlined />}
        disabled={!before}
        aria-label={t("panel.previous")}
        title={t("panel.previousKey")}
        onClick={() => go(before)}
      />
      <Button
        type="text"
        icon={<DownOutlined />}
        disabled={!after}
        aria-label={t("panel.next")}
        title={t("panel.nextKey")}
        onClick={() => go(after)}
      />
    </span>
  );
}
