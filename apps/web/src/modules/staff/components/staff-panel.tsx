import type { AccountId } from "@homeroom/contract/ids";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { RecordPanel } from "#ui/record-panel/record-panel.tsx";
import { StaffDetail } from "./staff-detail.tsx";

interface StaffPanelProps {
  id: AccountId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onClose: () => void;
  /** Goes to the person before or after in the list; undefined where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** A person beside their list. The full page belongs to the menu of staff. */
export function StaffPanel({ id, onEdit, ...panel }: StaffPanelProps) {
  const navigate = useNavigate();
  const hasPage = useCan()("hr:staff:query");
  const [telling, setTelling] = useState(false);
  return (
    <RecordPanel
      {...panel}
      editing={panel.editing || telling}
      onEdit={() => onEdit(true)}
      onPage={hasPage ? () => void navigate(`/staff/edit/${id}`) : undefined}
    >
      <StaffDetail
        key={id}
        id={id}
        editing={panel.editing}
        onEdit={onEdit}
        onLeave={panel.onClose}
        onTelling={setTelling}
      />
    </RecordPanel>
  );
}
