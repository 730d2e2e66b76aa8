import { MoreOutlined } from "@ant-design/icons";
import type { LeadCard } from "@homeroom/contract/leads";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";

const MoveDialog = lazy(() => import("./bulk/move-dialog.tsx").then((dialog) => ({ default: dialog.MoveDialog })));

interface LeadMoreProps {
  card: LeadCard;
  /** Called when the menu or a dialog covers the lead, and when it no longer does. */
  onOver: (isOver: boolean) => void;
}

/** The rarer actions on a lead: to another branch, if the reader can enter more than one. */
export function LeadMore({ card, onOver }: LeadMoreProps) {
  const { t } = useTranslation("leads");
  const branches = useBranches().data;
  const [choosing, setChoosing] = useState(false);
  const [moving, setMoving] = useState(false);
  const isOver = choosing || moving;
  useEffect(() => onOver(isOver), [isOver, onOver]);
  if (!branches?.some(({ value }) => value !== card.branchID)) return null;
  const close = () => setMoving(false);
  return (
    <>
      <Dropdown
        trigger={["click"]}
        onOpenChange={setChoosing}
        menu={{ items: [{ key: "move", label: t("bulk.branch.menu") }], onClick: () => setMoving(true) }}
      >
        <Button icon={<MoreOutlined />} aria-label={t("bulk.menu")} title={t("bulk.menu")} />
      </Dropdown>
      <Suspense fallback={null}>
        {moving && (
          <MoveDialog
            query={{ leadIds: [card.leadId] }}
            students={false}
            count={1}
            from={card.branchID}
            onClose={close}
            onDone={close}
          />
        )}
      </Suspense>
    </>
  );
}
