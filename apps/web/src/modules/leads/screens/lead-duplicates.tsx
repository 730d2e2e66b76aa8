import type { LeadId } from "@homeroom/contract/ids";
import type { DuplicateGroup } from "@homeroom/contract/lead-families";
import type { LeadRow } from "@homeroom/contract/leads";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { phoneText } from "#platform/phone.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDuplicateGroups } from "../api/lead-families.ts";
import { CompareDialog } from "../components/merge/compare-dialog.tsx";
import { LeadLine } from "../components/merge/lead-line.tsx";
import styles from "../components/merge/merge.module.css";
import { useMerge } from "../components/merge/use-merge.ts";
import { useLiveLeads } from "../realtime.ts";

const ways = ["phone", "email", "name"] as const satisfies readonly DuplicateGroup["why"][];

/** Duplicate leads, to clean up after an import: groups of leads that share something. */
export function LeadDuplicates() {
  const { t } = useTranslation("leads");
  const { search, change } = useAddress();
  const by = ways.find((way) => way === search.get("by")) ?? "phone";
  useLiveLeads();
  return (
    <Page>
      <PageHeader title={t("merge.screen")} detail={t("merge.screenDetail")} />
      <div className={laid("scrollX below16")}>
        <Segmented
          aria-label={t("merge.by")}
          value={by}
          options={ways.map((way) => ({ value: way, label: t(`merge.ways.${way}`) }))}
          onChange={(way) => change({ by: way })}
        />
      </div>
      <Groups key={by} by={by} />
    </Page>
  );
}

function Groups({ by }: { by: DuplicateGroup["why"] }) {
  const { t } = useTranslation("leads");
  const [pair, setPair] = useState<readonly [LeadId, LeadId] | null>(null);
  const query = useDuplicateGroups(by);
  const groups = query.data?.pages.flatMap((page) => page.list) ?? [];
  if (query.isPending) return <Skeleton height={200} />;
  if (query.error !== null && groups.length === 0)
    return <ErrorState message={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={layout.stack}>
      {groups.length === 0 && !query.hasNextPage && (
        <EmptyState title={t("merge.noneTitle")} detail={t("merge.noneDetail")} />
      )}
      {groups.map((group) => (
        <Group
          key={`${group.value} ${group.members[0]?.leadId}`}
          group={group}
          onCompare={(one, other) => setPair([one, other])}
        />
      ))}
      <MoreButton list={query} label={t("merge.goOn")} />
      {pair && (
        <CompareDialog leadId={pair[0]} otherId={pair[1]} onClose={() => setPair(null)} onDone={() => setPair(null)} />
      )}
    </div>
  );
}

interface GroupProps {
  group: DuplicateGroup;
  onCompare: (one: LeadId, other: LeadId) => void;
}

/** One group. Each of its leads is compared with the oldest one. */
function Group({ group, onCompare }: GroupProps) {
  const { t } = useTranslation("leads");
  const can = useCan();
  const { busy, notSame } = useMerge();
  const leads = [...group.members].sort((one, other) => (one.createTime < other.createTime ? -1 : 1));
  const [first] = leads;
  const actions = (lead: LeadRow) =>
    first &&
    lead !== first && (
      <>
        {can("crm:lead:edit") && can("crm:lead:delete") && (
          <Button size="small" onClick={() => onCompare(first.leadId, lead.leadId)}>
            {t("merge.compare")}
          </Button>
        )}
        {can("crm:lead:edit") && (
          <Button size="small" type="text" disabled={busy} onClick={() => void notSame(first.leadId, lead.leadId)}>
            {t("merge.notSame")}
          </Button>
        )}
      </>
    );
  const title = titleOf(group, first);
  return (
    <section className={layout.card} aria-label={title}>
      <header className={laid("flexBox wrap gap4x12 below12")}>
        <span className={laid("title breaking")}>{title}</span>
        <span className={laid("hint breaking")}>{t("merge.people", { count: group.total })}</span>
      </header>
      <ul className={laid("column noPadding unmarked", styles.list)}>
        {leads.map((lead) => (
          <LeadLine key={lead.leadId} lead={lead} actions={actions(lead)} />
        ))}
      </ul>
    </section>
  );
}

/** The shared value in its written form: names are compared without spaces and in a fixed order. */
function titleOf({ why, value }: DuplicateGroup, first: LeadRow | undefined): string {
  if (why === "phone") return phoneText("", `+${value}`);
  return why === "name" && first ? first.nickname : value;
}
