import { CloseOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Progress } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { usePreference } from "#platform/preferences.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { CellWrites } from "../../api/cell-writes.ts";
import { type FilledCell, type PasteOutcome, pasteLeads, takeBack } from "../../api/paste-leads.ts";
import styles from "../bulk/bulk-strip.module.css";
import type { PasteRun, PasteState } from "./use-paste-run.ts";

interface PasteStripProps {
  run: PasteRun;
  state: PasteState;
  writes: CellWrites;
}

/** Saves a paste and shows its progress and result, with an undo for all of it. */
export function PasteStrip({ run, state, writes }: PasteStripProps) {
  const { t } = useTranslation("leads");
  const { done, total, outcome, left, undo } = usePasting({ run, state, writes });
  const number = useNumberText();
  const { readOnly, leftOver } = run.block;
  const remarks = [
    outcome && outcome.failed > 0 && t("paste.failed", { count: outcome.failed, number: number(outcome.failed) }),
    left !== null && left > 0 && t("paste.notTakenBack", { count: left, number: number(left) }),
    readOnly.count > 0 &&
      t("paste.readOnly", {
        count: readOnly.count,
        number: number(readOnly.count),
        fields: readOnly.titles.join(t("comma")),
      }),
    leftOver > 0 && t("paste.leftOver", { count: leftOver, number: number(leftOver) }),
  ].filter(Boolean);
  const filled = outcome?.filled.length ?? 0;
  const title = () => {
    if (!outcome) return t("paste.running");
    if (left !== null) return t("paste.takenBack", { count: filled - left, number: number(filled - left) });
    return t("paste.done", { count: filled, number: number(filled) });
  };

  return (
    <section className={layout.gridBox} aria-label={t("paste.label")}>
      <div
        className={laid("middleWrap lineBelow gap4x16 raised", styles.run)}
        data-failed={(outcome?.failed ?? 0) > 0 || undefined}
      >
        <div className={laid("baseline breaking narrowable wrap gap0x12", styles.words)} role="status">
          <strong>{title()}</strong>
          {done < total && (
            <span className={laid("hint figures")}>
              {t("bulk.progress", { done: number(done), total: number(total) })}
            </span>
          )}
          {remarks.map((remark) => (
            <span key={String(remark)} className={laid("hint figures")}>
              {remark}
            </span>
          ))}
        </div>
        {done < total && <Progress percent={Math.floor((done / total) * 100)} size="small" status="active" />}
        {outcome && done >= total && (
          <div className={layout.row}>
            {filled > 0 && left === null && (
              <Button size="small" onClick={() => void undo(outcome.filled)}>
                {t("bulk.undo")}
              </Button>
            )}
            <SmallIconButton icon={<CloseOutlined />} label={t("bulk.hide")} onClick={state.end} />
          </div>
        )}
      </div>
    </section>
  );
}

/** Runs a paste once, and undoes it on request. */
function usePasting({ run, state, writes }: PasteStripProps) {
  const { t } = useTranslation("leads");
  const { t: issue } = useTranslation("ui");
  const client = useQueryClient();
  const { failed } = useFeedback();
  const can = useCan();
  const { accountID } = useUser();
  const [language] = usePreference("language");
  const [total, setTotal] = useState(run.block.cells.length);
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<PasteOutcome | null>(null);
  const [left, setLeft] = useState<number | null>(null);
  const begun = useRef(false);

  const start = async () => {
    state.setBusy(true);
    try {
      const onlySelf = can("crm:lead:assign") ? undefined : accountID;
      const words = { fault: (fault: string, text: string) => t(`paste.faults.${fault}`, { text }), issue };
      const { cells } = run.block;
      setOutcome(await pasteLeads({ client, writes, cells, onlySelf, language, words, onProgress: setDone }));
    } catch (reason) {
      failed(reason);
      state.end();
    } finally {
      state.setBusy(false);
    }
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void start();
  });
  const undo = async (filled: readonly FilledCell[]) => {
    state.setBusy(true);
    setDone(0);
    setTotal(filled.length);
    setLeft(await takeBack({ client, writes, onProgress: setDone }, filled));
    setDone(filled.length);
    state.setBusy(false);
  };
  return { done, total, outcome, left, undo };
}
