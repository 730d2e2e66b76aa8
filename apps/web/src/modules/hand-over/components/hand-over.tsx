import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { Drawer } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useHoldings } from "../api.ts";
import { HandOverForm } from "./hand-over-form.tsx";
import { HandOverProgress } from "./hand-over-progress.tsx";

interface HandOverProps {
  accountId: AccountId;
  onClose: () => void;
}

/** What a person holds, who receives it, and the progress. A running hand-over is shown with its state. */
export function HandOver({ accountId, onClose }: HandOverProps) {
  const { t } = useTranslation("handOver");
  const narrow = useNarrow(760);
  const { data: holdings, error, refetch } = useHoldings(accountId);
  const [started, setStarted] = useState<RecordId | null>(null);
  const taskID = started ?? holdings?.taskID ?? null;
  const title = holdings ? t("title", { name: holdings.nickname }) : t("heading");
  return (
    <Drawer open title={title} size={narrow ? "100%" : 720} onClose={onClose} destroyOnHidden>
      {error && <ErrorState message={String(error)} onRetry={() => void refetch()} />}
      {!holdings && !error && <Skeleton height={180} />}
      {holdings &&
        (taskID ? (
          <HandOverProgress
            taskID={taskID}
            onClose={onClose}
            onAgain={() => {
              setStarted(null);
              void refetch();
            }}
          />
        ) : (
          <HandOverForm holdings={holdings} onStarted={setStarted} onClose={onClose} />
        ))}
    </Drawer>
  );
}
