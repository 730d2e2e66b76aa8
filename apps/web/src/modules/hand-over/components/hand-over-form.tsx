import type { HandOverTask, Holdings } from "@homeroom/contract/hand-over";
import type { RecordId } from "@homeroom/contract/ids";
import { Alert, Button, Checkbox } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useStartHandOver } from "../api.ts";
import { isComplete, partsOf, planOf, type Receivers } from "../rules.ts";
import { ReceiverRow } from "./receiver-row.tsx";
import { UndoButton } from "./undo-button.tsx";

interface HandOverFormProps {
  holdings: Holdings;
  onStarted: (taskID: RecordId) => void;
  onClose: () => void;
}

/** The receivers for each branch and role: one person, several in turn, or nobody. */
export function HandOverForm({ holdings, onStarted, onClose }: HandOverFormProps) {
  const { t } = useTranslation("handOver");
  const { confirm } = useFeedback();
  const parts = partsOf(holdings);
  const [receivers, setReceivers] = useState<Receivers>({});
  const [leave, setLeave] = useState(false);
  const start = useStartHandOver();
  const plan = planOf(parts, receivers);
  const waiting = holdings.branches.reduce((sum, branch) => sum + branch.waiting, 0);
  const conversations = holdings.branches.reduce((sum, branch) => sum + branch.conversations, 0);
  const count = parts.filter(({ key }) => receivers[key]).reduce((sum, part) => sum + part.count, 0);

  const begin = async () => {
    if (leave) {
      const agreed = await confirm({
        title: t("ask.title", { name: holdings.nickname }),
        detail: isComplete(parts, receivers) ? t("ask.detail") : t("ask.incomplete"),
        verb: t("begin"),
        danger: true,
      });
      if (!agreed) return;
    }
    start.mutate({ accountID: holdings.accountID, plan, leave }, { onSuccess: ({ taskID }) => onStarted(taskID) });
  };

  if (parts.length === 0 && !holdings.mayLeave && !holdings.lastTask) {
    return (
      <EmptyState
        title={t("none", { name: holdings.nickname })}
        action={<Button onClick={onClose}>{t("close")}</Button>}
      />
    );
  }
  return (
    <div className={layout.stack}>
      {holdings.lastTask && <LastHandOver task={holdings.lastTask} onStarted={onStarted} />}
      {parts.length === 0 ? (
        <p>{t("none", { name: holdings.nickname })}</p>
      ) : (
        <p className={laid("hint block")}>
          {t("intro")} {conversations > 0 && t("conversations", { count: conversations, waiting })}
        </p>
      )}
      <ul className={laid("bareList lineBelow")}>
        {parts.map((part) => (
          <ReceiverRow
            key={part.key}
            part={part}
            except={holdings.accountID}
            value={receivers[part.key]}
            onChange={(value) =>
              setReceivers((before) => {
                const { [part.key]: _gone, ...rest } = before;
                return value ? { ...rest, [part.key]: value } : rest;
              })
            }
          />
        ))}
      </ul>
      {holdings.mayLeave && (
        <Checkbox checked={leave} onChange={({ target }) => setLeave(target.checked)}>
          {t("leave")}
        </Checkbox>
      )}
      {start.error && <Alert type="error" showIcon title={String(start.error)} />}
      <div className={laid("buttons justifyEnd")}>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button
          type="primary"
          disabled={plan.length === 0 && !leave}
          loading={start.isPending}
          onClick={() => void begin()}
        >
          {count > 0 ? t("beginCount", { count }) : t("begin")}
        </Button>
      </div>
    </div>
  );
}

/** A person's last hand-over, to be undone. */
function LastHandOver({ task, onStarted }: { task: HandOverTask; onStarted: (taskID: RecordId) => void }) {
  const { t } = useTranslation("handOver");
  const view = useDateView();
  return (
    <Alert
      type="info"
      title={t("last", { time: minuteText(task.createTime, view), count: task.moved })}
      action={<UndoButton task={task} onStarted={onStarted} />}
    />
  );
}
