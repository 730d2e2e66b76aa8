import { DeleteOutlined, EditOutlined, FileOutlined } from "@ant-design/icons";
import type { QuickReply } from "@homeroom/contract/quick-replies";
import { useTranslation } from "react-i18next";
import { MoveHandle } from "#ui/drag/move-handle.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useReplyWrites } from "../api.ts";
import { titleOf } from "../rules/fill-variables.ts";
import styles from "./quick-replies.module.css";
import { ReplyText } from "./reply-text.tsx";
import { useOrdering } from "./use-ordering.ts";

interface ReplyListProps {
  replies: readonly QuickReply[];
  /** All replies, if the shown ones are a whole group that can be reordered. */
  all: readonly QuickReply[] | null;
  may: { edit: boolean; remove: boolean };
  onEdit: (reply: QuickReply) => void;
}

/** Replies with their text and attachments. */
export function ReplyList({ replies, all, may, onEdit }: ReplyListProps) {
  const { t } = useTranslation("quickReplies");
  const { confirm, done, failed } = useFeedback();
  const { sortReplies, removeReply } = useReplyWrites();
  const ordering = useOrdering(replies, async (next) => {
    const [first] = next;
    if (!all || !first) return;
    const ordered = next.values();
    const inPlace = (reply: QuickReply) => (reply.groupID === first.groupID ? ordered.next().value : reply) ?? reply;
    await sortReplies(first.groupID, all.map(inPlace));
  });
  const handleRemove = async ({ recordID }: QuickReply) => {
    const question = { title: t("removeTitle"), detail: t("removeDetail"), verb: t("removeVerb") };
    if (!(await confirm({ ...question, danger: true }))) return;
    await removeReply(recordID).then(() => done(t("removed")), failed);
  };
  return (
    <>
      <ul className={laid("noPadding unmarked")}>
        {replies.map((reply, index) => (
          <ReplyRow
            key={reply.recordID}
            reply={reply}
            dragging={ordering.dragged === index}
            {...(may.edit && { onEdit: () => onEdit(reply) })}
            {...(may.edit && all && { order: ordering.handlers(index, titleOf(reply.content)) })}
            {...(may.remove && { onRemove: () => void handleRemove(reply) })}
          />
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {ordering.said}
      </span>
    </>
  );
}

interface ReplyRowProps {
  reply: QuickReply;
  dragging: boolean;
  order?: ReturnType<ReturnType<typeof useOrdering>["handlers"]>;
  onEdit?: () => void;
  onRemove?: () => void;
}

function ReplyRow({ reply, dragging, order, onEdit, onRemove }: ReplyRowProps) {
  const { t } = useTranslation("quickReplies");
  const { content, image, file } = reply;
  const name = titleOf(content);
  return (
    <li
      className={laid("flexBox alignStart gap12 lineAbove", styles.reply)}
      data-dragged={dragging || undefined}
      {...order?.item}
    >
      {order && <MoveHandle label={t("moveReply", { name })} onKeyDown={order.move} />}
      {image && (
        <img
          className={laid("fixed round8 covering", styles.thumb)}
          src={image}
          alt={t("withImage")}
          loading="lazy"
          draggable={false}
        />
      )}
      <div className={layout.grow}>
        <p className={laid("written clip", styles.content)}>
          <ReplyText content={content} />
        </p>
        {file && (
          <p className={laid("small above4")}>
            <FileOutlined aria-hidden /> {file.name}
          </p>
        )}
      </div>
      <span className={laid("fixed flexBox")}>
        {onEdit && <SmallIconButton icon={<EditOutlined />} label={t("editNamed", { name })} onClick={onEdit} />}
        {onRemove && <SmallIconButton icon={<DeleteOutlined />} label={t("remove", { name })} onClick={onRemove} />}
      </span>
    </li>
  );
}
