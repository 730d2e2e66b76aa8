import type { ConversationState } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#ui/states/empty-state.tsx";
import type { ListFilters } from "../../api/conversation-list.ts";

interface NothingListedProps {
  filters: ListFilters;
  onState: (state: ConversationState) => void;
  onClear: () => void;
}

/** Why the list is empty, and the one thing to do about it. */
export function NothingListed({ filters, onState, onClear }: NothingListedProps) {
  const { t } = useTranslation("inbox");
  const isNarrowed = [...filters.sales, ...filters.label, filters.channel, filters.branch].some(Boolean);
  const [only] = filters.filters;
  const showAll = <Button onClick={onClear}>{t("list.showAll")}</Button>;
  if (isNarrowed || filters.filters.length > 1)
    return <EmptyState title={t("list.nothingFound")} detail={t("list.nothingFoundDetail")} action={showAll} />;
  if (only && only !== "All") return <EmptyState title={t(`empty.${only}`)} action={showAll} />;
  if (filters.state === "closed" || filters.state === "snoozed")
    return (
      <EmptyState
        title={t(`emptyState.${filters.state}`)}
        detail={t(`emptyStateDetail.${filters.state}`)}
        action={<Button onClick={() => onState("open")}>{t("list.showOpen")}</Button>}
      />
    );
  return <EmptyState title={t("list.nobody")} detail={t("list.nobodyDetail")} />;
}
