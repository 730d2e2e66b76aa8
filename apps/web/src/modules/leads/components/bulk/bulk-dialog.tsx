import type { LeadQuery } from "@homeroom/contract/lead-query";
import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { BulkOrder } from "../../api/bulk.ts";
import { useRunBulk } from "./use-run-bulk.ts";

/** What a dialog about the selected leads is given. */
export interface AskedLeads {
  query: LeadQuery;
  /** None but students are meant. */
  students: boolean;
  count: number | undefined;
  onClose: () => void;
  /** It was begun: the selection has done its service. */
  onDone: () => void;
}

interface BulkDialogProps extends AskedLeads {
  title: string;
  /** The button, which says what will happen. */
  verb: string;
  /** What is done, one after the other; nothing while it is not all said. */
  actions: readonly BulkOrder["action"][];
  children: ReactNode;
}

/** Asks what is to be done to the selected leads, and does it. */
export function BulkDialog({ title, verb, actions, query, students, onClose, onDone, children }: BulkDialogProps) {
  const run = useRunBulk();
  const [busy, setBusy] = useState(false);
  // When a later one is refused, those before it have been done.
  const begun = useRef(new Set<string>());
  const handleOk = async () => {
    setBusy(true);
    for (const action of actions) {
      const about = JSON.stringify(action);
      if (begun.current.has(about)) continue;
      if (!(await run(query, action, students))) return setBusy(false);
      begun.current.add(about);
    }
    onClose();
    onDone();
  };
  return (
    <Modal
      open
      title={title}
      okText={verb}
      okButtonProps={{ disabled: actions.length === 0 }}
      confirmLoading={busy}
      onOk={() => void handleOk()}
      onCancel={onClose}
      width={480}
    >
      <div className={laid("grid pad8x0")}>{children}</div>
    </Modal>
  );
}

/** A control of such a dialog under its name. */
export function DialogField({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it is given to hold
    <label className={layout.closeGrid}>
      <span className={layout.hint}>{label}</span>
      {children}
    </label>
  );
}
