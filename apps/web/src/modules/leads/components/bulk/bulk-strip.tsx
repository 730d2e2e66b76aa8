import { CloseOutlined } from "@ant-design/icons";
import { type BulkTask, leadsAtOnce } from "@homeroom/contract/lead-bulk";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { refreshLeads, useBulkTasks, useBulkWrites } from "../../api/bulk.ts";
import { isRunning, isTaskShown, percentOf } from "../../rules/bulk.ts";
import styles from "./bulk-strip.module.css";
import { useBulkWords } from "./use-bulk-words.ts";

// Loaded while something runs, since the strip itself loads with the list of leads.
const Progress = lazy(() => import("antd/es/progress"));

const hiddenKey = "leadBulkHidden";
/** After this time on screen, a successful change is hidden. */
const seenAfterMs = 5 * 60_000;
const lookEveryMs = 10_000;

/** The progress of the person's bulk changes and the results of large ones, on every screen and after a reload. */
export function BulkStrip() {
  const { t } = useTranslation("leads");
  const { tasks: latest, at } = useBulkTasks();
  const tasks = useUnlessPressed(latest);
  const [hidden, hide] = useHidden();
  useRefreshWhenDone(latest);
  const shown = (tasks ?? []).filter((task) => isTaskShown(task, hidden, leadsAtOnce, at)).slice(0, 3);
  if (shown.length === 0) return null;
  return (
    <section className={layout.gridBox} aria-label={t("bulk.label")}>
      {shown.map((task) => (
        <Run key={task.taskID} task={task} onHide={() => hide(`${task.taskID} ${task.state}`)} />
      ))}
    </section>
  );
}

function Run({ task, onHide }: { task: BulkTask; onHide: () => void }) {
  const { t } = useTranslation("leads");
  const { failed } = useFeedback();
  const { undo } = useBulkWrites();
  const { number, title, summary } = useBulkWords();
  const [busy, setBusy] = useState(false);
  const takeBack = () => {
    setBusy(true);
    void undo(task.taskID)
      .catch(failed)
      .finally(() => setBusy(false));
  };
  const running = isRunning(task);
  useSeen(!running && task.state !== "failed" && !busy, onHide);
  return (
    <div
      className={laid("middleWrap lineBelow gap4x16 raised", styles.run)}
      data-failed={task.state === "failed" || undefined}
    >
      <div className={laid("baseline breaking narrowable wrap gap0x12", styles.words)} role="status">
        <strong>{title(task)}</strong>
        <span className={laid("hint figures")}>
          {running ? t("bulk.progress", { done: number(task.processed), total: number(task.total) }) : summary(task)}
        </span>
        {task.message && <span className={laid("danger text12 leading20")}>{task.message}</span>}
      </div>
      {running && (
        <Suspense fallback={<span className={styles.progress} />}>
          <Progress className={styles.progress} percent={percentOf(task)} size="small" status="active" />
        </Suspense>
      )}
      {!running && (
        <div className={layout.row}>
          {task.canUndo && (
            <Button size="small" loading={busy} onClick={takeBack}>
              {t("bulk.undo")}
            </Button>
          )}
          <SmallIconButton icon={<CloseOutlined />} label={t("bulk.hide")} onClick={onHide} />
        </div>
      )}
    </div>
  );
}

/**
 * Delays the value while a pointer is down: the strip moves the page, and a press on an element that moves before the
 * release has no effect.
 */
function useUnlessPressed<Value>(value: Value): Value | undefined {
  const [shown, setShown] = useState<Value>();
  const waits = shown !== value && document.querySelector(":active") !== null;
  if (shown !== value && !waits) setShown(value);
  useEffect(() => {
    if (!waits) return undefined;
    let wait: ReturnType<typeof setTimeout> | undefined;
    // The click event follows the release.
    const take = () => {
      wait = setTimeout(() => setShown(value));
    };
    const ends = ["pointerup", "pointercancel", "keyup"] as const;
    for (const end of ends) window.addEventListener(end, take, { once: true });
    return () => {
      clearTimeout(wait);
      for (const end of ends) window.removeEventListener(end, take);
    };
  }, [waits, value]);
  return waits ? shown : value;
}

/** The changes that the person has dismissed, until the browser is closed. */
function useHidden(): [ReadonlySet<string>, (key: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set((sessionStorage.getItem(hiddenKey) ?? "").split("\n")),
  );
  useEffect(() => sessionStorage.setItem(hiddenKey, [...hidden].join("\n")), [hidden]);
  return [hidden, (key) => setHidden((before) => new Set([...before, key]))];
}

/** Calls back once something has been visible long enough; time in the background does not count. */
function useSeen(counts: boolean, onSeen: () => void): void {
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (!counts) return;
    let seenMs = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      seenMs += lookEveryMs;
      if (seenMs >= seenAfterMs) latest.current();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [counts]);
}

/** Refetches lists when a running change has ended. */
function useRefreshWhenDone(tasks: readonly BulkTask[] | undefined): void {
  const client = useQueryClient();
  const under = useRef(new Set<string>());
  useEffect(() => {
    if (!tasks) return;
    const now = new Set<string>(tasks.filter(isRunning).map(({ taskID }) => taskID));
    const ended = [...under.current].some((id) => !now.has(id));
    under.current = now;
    if (ended) refreshLeads(client);
  }, [tasks, client]);
}
