import { MessageOutlined, TeamOutlined } from "@ant-design/icons";
import type { BackupGroup } from "@homeroom/contract/backup";
import type { BranchId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useGroups } from "../api.ts";
import styles from "./group-backup.module.css";
import { GroupMessages } from "./group-messages.tsx";

/** Group chats on the left, the messages of the chosen one on the right; on a phone one after the other. */
export function GroupViewer({ branchID }: { branchID: BranchId }) {
  const { t } = useTranslation("chatManage");
  const { search, change } = useAddress();
  const keywords = search.get("q") ?? "";
  const groups = useGroups(branchID, keywords);
  const list = groups.data?.pages.flatMap((page) => page.list) ?? [];
  const groupID = search.get("group");
  const chosen = list.find((group) => group.groupID === groupID);
  return (
    <div className={laid("frame gridBox clip", styles.viewer)} data-open={groupID !== null || undefined}>
      <section
        className={laid("column narrowable shrinkable scrollDown", styles.groups)}
        aria-label={t("backup.groups")}
      >
        <div className={layout.pad12}>
          <SearchBox
            value={keywords}
            placeholder={t("backup.searchGroups")}
            onSearch={(q) => change({ q: q || null, group: null })}
          />
        </div>
        {groups.isPending && <Skeleton height={200} />}
        {groups.isError && list.length === 0 && (
          <ErrorState message={groups.error.toString()} onRetry={() => void groups.refetch()} />
        )}
        {groups.isSuccess && list.length === 0 && (
          <EmptyState icon={<TeamOutlined />} title={t(keywords ? "backup.noneFound" : "backup.noGroups")} />
        )}
        <ul className={layout.bareList}>
          {list.map((group) => (
            <li key={group.groupID}>
              <GroupRow
                group={group}
                isChosen={group.groupID === groupID}
                onChoose={() => change({ group: group.groupID, words: null }, false)}
              />
            </li>
          ))}
        </ul>
        <MoreButton list={groups} label={t("backup.more")} />
      </section>
      <section
        className={laid("column narrowable shrinkable scrollDown", styles.messages)}
        aria-label={t("backup.messages")}
      >
        {groupID ? (
          <GroupMessages
            key={groupID}
            branchID={branchID}
            groupID={groupID}
            name={chosen?.name ?? ""}
            onBack={() => change({ group: null, words: null })}
          />
        ) : (
          <EmptyState icon={<MessageOutlined />} title={t("backup.choose")} />
        )}
      </section>
    </div>
  );
}

function GroupRow(props: { group: BackupGroup; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation("chatManage");
  const { name, memberCount, messageCount, lastMessageTime } = props.group;
  return (
    <button
      type="button"
      className={laid("bare sinkable innerFocus column gap2 wide pad10x12 lineBelow textStart", styles.group)}
      aria-pressed={props.isChosen}
      onClick={props.onChoose}
    >
      <span className={laid("breaking medium")}>{name}</span>
      <span className={laid("small figures")}>
        {t("backup.groupFacts", { members: memberCount, messages: messageCount })}
        {lastMessageTime && (
          <>
            {" · "}
            <RelativeTime value={lastMessageTime} />
          </>
        )}
      </span>
    </button>
  );
}
