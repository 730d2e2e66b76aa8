import type { RecordId } from "@homeroom/contract/ids";
import type { QuickReply } from "@homeroom/contract/quick-replies";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useQuickReplies, useReplyGroups } from "../api.ts";
import { GroupList } from "../components/group-list.tsx";
import styles from "../components/quick-replies.module.css";
import { ReplyForm } from "../components/reply-form.tsx";
import { ReplyList } from "../components/reply-list.tsx";

/** The organisation's quick replies: groups on the left, their replies on the right. */
export function QuickReplies() {
  const { t } = useTranslation("quickReplies");
  const can = useCan();
  const may = { add: can("chat:reply:add"), edit: can("chat:reply:edit"), remove: can("chat:reply:delete") };
  const groups = useReplyGroups();
  const replies = useQuickReplies();
  const late = useDelayed(groups.isPending || replies.isPending);
  const error = groups.error ?? replies.error;
  const again = () => {
    void groups.refetch();
    void replies.refetch();
  };
  return (
    <Page>
      <PageHeader title={t("title")} detail={t("detail")} />
      {error && !(groups.data && replies.data) ? (
        <ErrorState message={error} onRetry={again} />
      ) : groups.data && replies.data ? (
        <Columns groups={groups.data} replies={replies.data} may={may} />
      ) : (
        late && <Skeleton height={240} />
      )}
    </Page>
  );
}

interface ColumnsProps {
  groups: NonNullable<ReturnType<typeof useReplyGroups>["data"]>;
  replies: readonly QuickReply[];
  may: { add: boolean; edit: boolean; remove: boolean };
}

function Columns({ groups, replies, may }: ColumnsProps) {
  const { t } = useTranslation("quickReplies");
  const { done } = useFeedback();
  const { search, change } = useAddress();
  const words = search.get("keywords") ?? "";
  const asked = search.get("group");
  const opened = groups.find(({ recordID }) => recordID === asked) ?? groups[0] ?? null;
  const [form, setForm] = useState<QuickReply | "new" | null>(null);
  const found =
    words === ""
      ? replies.filter(({ groupID }) => groupID === opened?.recordID)
      : replies.filter(({ content }) => content.toLowerCase().includes(words.toLowerCase()));

  return (
    <div className={laid("grid itemsStart", styles.columns)}>
      <GroupList
        groups={groups}
        openId={words === "" ? (opened?.recordID ?? null) : null}
        may={may}
        onOpen={(id: RecordId) => change({ group: id, keywords: null })}
      />
      <section className={laid("frame pad8")} aria-label={opened?.name ?? t("title")}>
        <div className={laid("rowWrap", styles.bar)}>
          <SearchBox value={words} placeholder={t("search")} onSearch={(next) => change({ keywords: next || null })} />
          {may.add && opened && <AddButton label={t("add")} onClick={() => setForm("new")} />}
        </div>
        {found.length > 0 ? (
          <ReplyList replies={found} all={words === "" ? replies : null} may={may} onEdit={setForm} />
        ) : (
          <Nothing hasGroups={groups.length > 0} searched={words !== ""} />
        )}
      </section>
      <ReplyForm
        key={typeof form === "object" ? (form?.recordID ?? "none") : form}
        open={form !== null}
        reply={typeof form === "object" ? form : null}
        groupID={opened?.recordID ?? null}
        groups={groups}
        onClose={() => setForm(null)}
        onDone={() => {
          setForm(null);
          done(t("saved"));
        }}
      />
    </div>
  );
}

function Nothing({ hasGroups, searched }: { hasGroups: boolean; searched: boolean }) {
  const { t } = useTranslation("quickReplies");
  if (searched) return <EmptyState title={t("nothing")} detail={t("nothingDetail")} />;
  if (hasGroups) return <EmptyState title={t("noReplies")} />;
  return <EmptyState title={t("noGroups")} detail={t("noGroupsDetail")} />;
}
