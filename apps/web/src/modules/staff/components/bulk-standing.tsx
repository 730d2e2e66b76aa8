import { type StaffRow, staffStatuses } from "@homeroom/contract/staff";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useStaffWrites } from "../api/writes.ts";

interface BulkStandingProps {
  /** The selected people: those on the screen, or everybody who matches. */
  people: () => Promise<readonly StaffRow[]>;
  onDone: () => void;
}

/** Enables or disables the selected people; leaves out people that the reader cannot change. */
export function BulkStanding({ people, onDone }: BulkStandingProps) {
  const { t } = useTranslation("staff");
  const { confirm, done, failed } = useFeedback();
  const { setStatus } = useStaffWrites();
  const [busy, setBusy] = useState(false);

  const change = async (status: 0 | 1) => {
    const chosen = (await people()).filter((person) => person.can.status && person.status === 1 - status);
    const name = t("asks.people", { count: chosen.length });
    if (chosen.length > 0 && status === staffStatuses.disabled) {
      const question = { title: t("asks.disable", { name }), detail: t("asks.disableDetail") };
      if (!(await confirm({ ...question, verb: t("actions.disable"), danger: true }))) return;
    }
    if (chosen.length > 0)
      await setStatus(
        chosen.map(({ recordsn }) => recordsn),
        status,
      );
    done(t(status === 1 ? "done.enabled" : "done.disabled", { name }));
    onDone();
  };
  const handle = (status: 0 | 1) => {
    setBusy(true);
    void change(status)
      .catch(failed)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button size="small" disabled={busy} onClick={() => handle(1)}>
        {t("actions.enable")}
      </Button>
      <Button size="small" danger disabled={busy} onClick={() => handle(0)}>
        {t("actions.disable")}
      </Button>
    </>
  );
}
