import type { LeadId } from "@homeroom/contract/ids";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { RecordPanel } from "#ui/record-panel/record-panel.tsx";
import { rememberOrder } from "../api/lead-order.ts";
import { LeadDetail } from "./lead-detail.tsx";

interface LeadPanelProps {
  leadId: LeadId;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onClose: () => void;
  /** Moves to the previous or next lead in the list; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** The order of its view, if it differs from the list's. */
  sequence?: readonly LeadId[];
}

/** A lead beside its list. */
export function LeadPanel({ leadId, onEdit, sequence, ...panel }: LeadPanelProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const isOver = panel.editing || over;
  const openPage = () => {
    rememberOrder(client, sequence);
    void navigate(`/lead/edit/${leadId}`);
  };
  return (
    <RecordPanel {...panel} editing={isOver} onEdit={() => onEdit(true)} onPage={openPage}>
      <LeadDetail
        key={leadId}
        leadId={leadId}
        editing={panel.editing}
        onEdit={onEdit}
        onLeave={panel.onClose}
        onOver={setOver}
        isOver={isOver}
      />
    </RecordPanel>
  );
}
