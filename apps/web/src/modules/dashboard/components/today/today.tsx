import { CheckCircleOutlined } from "@ant-design/icons";
import { LeadId } from "@homeroom/contract/ids";
import { maxOfOneReason, type TodayItem, type TodayReason, todayReasons } from "@homeroom/contract/today";
import { useQueryClient } from "@tanstack/react-query";
import { Segmented } from "antd";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { answerNext, LeadPanel, prefetchPanel } from "#modules/leads/public.ts";
import { useCan } from "#platform/access.ts";
import { onMissed, useRealtime } from "#platform/realtime.ts";
import { useGathered } from "#platform/use-gathered.ts";
import { useLoadedAhead } from "#platform/use-loaded-ahead.ts";
import { laid } from "#ui/laid.ts";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { todayKey, useIsConnected, useToday } from "../../api/today.ts";
import { isToAnswer } from "../../rules/today-actions.ts";
import styles from "./today.module.css";
import { TodayRows } from "./today-rows.tsx";

/** Events come in bursts: the list is refetched once for all of them. */
const pauseMilliseconds = 1500;

/** The rows load first, then what a press on them opens. */
const prefetchAfterMs = 500;

/** What to do now, in one list, the most urgent first. Each item is handled in place, or beside the list. */
export function Today() {
  const { search, change } = useAddress();
  useLiveToday();
  const whose = search.get("whose") === "everyone" ? "everyone" : "mine";
  const reason = todayReasons.find((one) => one === search.get("reason"));
  const { data, error, refetch } = useToday({ whose, ...(reason && { reason }) });
  if (error && !data) return <ErrorState message={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="100%" height={320} />;
  return (
    <section className={laid("column gap12")}>
      <Reasons
        counts={data.counts}
        chosen={reason}
        onChoose={(next) => change({ reason: next ?? null })}
        {...(data.seesOthers && {
          whose,
          onWhose: (next: string) => change({ whose: next === "everyone" ? next : null }),
        })}
      />
      {data.list.length === 0 ? <NothingToDo reason={reason} /> : <Items items={data.list} />}
    </section>
  );
}

interface ReasonsProps {
  counts: Record<TodayReason, number>;
  chosen: TodayReason | undefined;
  onChoose: (reason: TodayReason | undefined) => void;
  whose?: "mine" | "everyone";
  onWhose?: (whose: string) => void;
}

/** The number of items of each kind; choosing a kind shows only its items. */
function Reasons({ counts, chosen, onChoose, whose, onWhose }: ReasonsProps) {
  const { t } = useTranslation("dashboard");
  const shown = todayReasons.filter((reason) => counts[reason] > 0 || reason === chosen);
  const countText = (count: number) => (count >= maxOfOneReason ? `${maxOfOneReason - 1}+` : String(count));
  return (
    <div className={laid("rowWrap justifyBetween")}>
      <div className={laid("flexBox wrap gap6")} role="group" aria-label={t("today.reasons")}>
        {shown.map((reason) => (
          <button
            key={reason}
            type="button"
            className={laid("inlineMiddle quiet gap6 pad0x12 outlined pill surface pointer wakeable", styles.choice)}
            aria-pressed={reason === chosen}
            data-reason={reason}
            onClick={() => onChoose(reason === chosen ? undefined : reason)}
          >
            {t(`today.reason.${reason}`)}
            <b className={laid("strong figures textColour")}>{countText(counts[reason])}</b>
          </button>
        ))}
      </div>
      {whose && onWhose && (
        <Segmented
          size="small"
          value={whose}
          aria-label={t("today.whose.title")}
          options={(["mine", "everyone"] as const).map((value) => ({ value, label: t(`today.whose.${value}`) }))}
          onChange={onWhose}
        />
      )}
    </div>
  );
}

function Items({ items }: { items: readonly TodayItem[] }) {
  const { search, change } = useAddress();
  const [editing, setEditing] = useState(false);
  useLoadedAhead(prefetchPanel, prefetchAfterMs);
  const parsed = LeadId.safeParse(search.get("lead"));
  const openId = parsed.success ? parsed.data : null;
  const open = (item: TodayItem | undefined) => {
    if (!item) return;
    if (isToAnswer(item)) answerNext();
    setEditing(false);
    change({ lead: item.leadId });
  };
  const place = items.findIndex(({ leadId }) => leadId === openId);
  const step = (to: TodayItem | undefined) => to && (() => open(to));
  return (
    <>
      <TodayRows items={items} openId={openId} onOpen={open} />
      {openId && (
        <Suspense fallback={null}>
          <LeadPanel
            key={openId}
            leadId={openId}
            editing={editing}
            onEdit={setEditing}
            onClose={() => change({ lead: null })}
            onPrevious={step(place > 0 ? items[place - 1] : undefined)}
            onNext={step(items[place + 1])}
            sequence={items.map(({ leadId }) => leadId)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Says that everything is done, and where to find more. Without a channel nothing can arrive, and it says that instead. */
export function NothingToDo({ reason }: { reason: TodayReason | undefined }) {
  const { t } = useTranslation("dashboard");
  const mayChat = useCan()("chat:message:query");
  const isConnected = useIsConnected(mayChat);
  return (
    <EmptyState
      icon={<CheckCircleOutlined />}
      title={t(reason ? "today.noneOfIt" : "today.done")}
      detail={t(isConnected ? "today.doneDetail" : "today.notConnected")}
      {...(!reason && {
        action: (
          <Link to={mayChat ? "/chat/whatsapp" : "/lead/list"}>{t(`today.goOn.${mayChat ? "chat" : "leads"}`)}</Link>
        ),
      })}
    />
  );
}

/** Keeps the list of today up to date while it is shown. */
function useLiveToday(): void {
  const client = useQueryClient();
  const renew = useGathered(pauseMilliseconds, () => void client.invalidateQueries({ queryKey: todayKey }));
  useRealtime("conversation.changed", renew);
  useRealtime("lead.changed", renew);
  useEffect(() => onMissed(renew), [renew]);
}
