import { ArrowLeftOutlined, FileOutlined } from "@ant-design/icons";
import type { BackupMessage } from "@homeroom/contract/backup";
import type { BranchId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useGroupMessages, usePicture } from "../api.ts";
import styles from "./group-backup.module.css";

interface GroupMessagesProps {
  branchID: BranchId;
  groupID: string;
  name: string;
  onBack: () => void;
}

/** The messages of a group chat, latest first. */
export function GroupMessages({ branchID, groupID, name, onBack }: GroupMessagesProps) {
  const { t } = useTranslation("chatManage");
  const { search, change } = useAddress();
  const keywords = search.get("words") ?? "";
  const messages = useGroupMessages(branchID, groupID, keywords);
  const list = messages.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <>
      <header className={laid("middleWrap lineBelow gap8x12 surface sticky top0 onTop", styles.messagesHead)}>
        <Button
          type="text"
          className={styles.back ?? ""}
          icon={<ArrowLeftOutlined />}
          aria-label={t("backup.back")}
          onClick={onBack}
        />
        <h2 className={laid("title grow breaking", styles.messagesTitle)}>{name}</h2>
        <div className={styles.messagesSearch}>
          <SearchBox
            value={keywords}
            shortcut={false}
            placeholder={t("backup.searchMessages")}
            onSearch={(words) => change({ words: words || null })}
          />
        </div>
      </header>
      {messages.isPending && <Skeleton height={240} />}
      {messages.isError && list.length === 0 && (
        <ErrorState message={messages.error.toString()} onRetry={() => void messages.refetch()} />
      )}
      {messages.isSuccess && list.length === 0 && (
        <EmptyState title={t(keywords ? "backup.noneFound" : "backup.noMessages")} />
      )}
      <ol className={laid("unmarked", styles.entries)}>
        {list.map((message) => (
          <li key={message.messageID} className={laid("lineBelow flexBox gap12", styles.entry)}>
            <Message message={message} branchID={branchID} groupID={groupID} />
          </li>
        ))}
      </ol>
      <MoreButton list={messages} label={t("backup.older")} />
    </>
  );
}

function Message({ message, ...of }: { message: BackupMessage; branchID: BranchId; groupID: string }) {
  const view = useDateView();
  const { sender, phone, kind, text, pictureID, sentAt } = message;
  return (
    <>
      <Avatar name={sender} size={32} />
      <div className={layout.grow}>
        <p className={laid("baseline wrap gap0x8")}>
          <b className={layout.medium}>{sender}</b>
          <span className={laid("small figures breaking")}>
            {[phone, dateTimeText(sentAt, view)].filter(Boolean).join(" · ")}
          </span>
        </p>
        {pictureID && <Picture {...of} pictureID={pictureID} caption={text} />}
        {kind === "file" ? (
          <p className={laid("breaking preLine")}>
            <FileOutlined aria-hidden /> {text}
          </p>
        ) : (
          text && <p className={laid("breaking preLine")}>{text}</p>
        )}
      </div>
    </>
  );
}

function Picture({ caption, ...of }: { branchID: BranchId; groupID: string; pictureID: string; caption: string }) {
  const { t } = useTranslation("chatManage");
  const { data: address, isError } = usePicture(of);
  if (isError) return <p className={laid("small figures breaking")}>{t("backup.pictureLost")}</p>;
  return (
    <span className={laid("sunken block clip filledImage", styles.picture)}>
      {address && <img src={address} alt={caption || t("backup.picture")} />}
    </span>
  );
}
