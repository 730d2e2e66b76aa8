import type { LeadQuery } from "@homeroom/contract/lead-query";
import { Modal } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { BulkOrder } from "../../api/bulk.ts";
import { useRunBulk } from "./use-run-bulk.ts";

/** The properties of a dialog about the selected leads. */
export interface AskedLeads {
  query: LeadQuery;
  /** Only students are selected. */
  students: boolean;
  count: number | undefined;
  onClose: () => void;
  /** Called once it was started: the selection can be cleared. */
  onDone: () => void;
}

interface BulkDialogProps extends AskedLeads {
  title: string;
  /** The label of the button, which names the action. */
  verb: string;
  /** The changes, one after another; none while the input is incomplete. */
  actions: readonly BulkOrder["action"][];
  children: ReactNode;
}

/** Asks for a change of the selected leads, and runs it. */
export function BulkDialog({ title, verb, actions, query, students, onClose, onDone, children }: BulkDialogProps) {
  const run = useRunBulk();
  const [busy, setBusy] = useState(false);
  // If a later change is refused, the earlier ones are already done.
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

/** A labelled control of such a dialog. */
export function DialogField({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it is given to hold
    <label className={layout.closeGrid}>
      <span className={layout.hint}>{label}</span>
      {children}
    </label>
  );
}
