import { DeleteOutlined, EditOutlined, PlusOutlined } from "@ant-design/icons";
import type { RecordId } from "@homeroom/contract/ids";
import type { ReplyGroup } from "@homeroom/contract/quick-replies";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MoveHandle } from "#ui/drag/move-handle.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { NameForm } from "#ui/name-form/name-form.tsx";
import { useReplyWrites } from "../api.ts";
import styles from "./quick-replies.module.css";
import { useOrdering } from "./use-ordering.ts";

interface GroupListProps {
  groups: readonly ReplyGroup[];
  openId: RecordId | null;
  may: { add: boolean; edit: boolean; remove: boolean };
  onOpen: (id: RecordId) => void;
}

/** The groups, which can be opened, renamed, reordered with the mouse or arrow keys, and removed when empty. */
export function GroupList({ groups, openId, may, onOpen }: GroupListProps) {
  const { t } = useTranslation("quickReplies");
  const { confirm, failed } = useFeedback();
  const { sortGroups, removeGroup } = useReplyWrites();
  const [edited, setEdited] = useState<RecordId | "new" | null>(null);
  const ordering = useOrdering(groups, (next) => sortGroups(next));
  const handleRemove = async ({ recordID, name }: ReplyGroup) => {
    const question = { title: t("removeGroupTitle", { name }), detail: t("removeGroupDetail") };
    if (await confirm({ ...question, verb: t("removeVerb"), danger: true })) await removeGroup(recordID).catch(failed);
  };
  return (
    <nav className={laid("frame pad8", styles.groups)} aria-label={t("groups")}>
      <ul>
        {groups.map((group, index) =>
          edited === group.recordID ? (
            <li key={group.recordID}>
              <GroupForm group={group} onClose={() => setEdited(null)} />
            </li>
          ) : (
            <GroupRow
              key={group.recordID}
              group={group}
              open={group.recordID === openId}
              dragging={ordering.dragged === index}
              {...(may.edit && {
                onEdit: () => setEdited(group.recordID),
                order: ordering.handlers(index, group.name),
              })}
              {...(may.remove && { onRemove: () => void handleRemove(group) })}
              onOpen={() => onOpen(group.recordID)}
            />
          ),
        )}
      </ul>
      {edited === "new" && <GroupForm onClose={() => setEdited(null)} onAdded={onOpen} />}
      {may.add && edited !== "new" && (
        <Button type="text" block icon={<PlusOutlined />} onClick={() => setEdited("new")}>
          {t("addGroup")}
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {ordering.said}
      </span>
    </nav>
  );
}

interface GroupRowProps {
  group: ReplyGroup;
  open: boolean;
  dragging: boolean;
  order?: ReturnType<ReturnType<typeof useOrdering>["handlers"]>;
  onOpen: () => void;
  onEdit?: () => void;
  onRemove?: () => void;
}

function GroupRow({ group: { name, count }, open, dragging, order, onOpen, onEdit, onRemove }: GroupRowProps) {
  const { t } = useTranslation("quickReplies");
  return (
    <li
      className={laid("middle gap2 round8 pad2", styles.group)}
      data-open={open || undefined}
      data-dragged={dragging || undefined}
      {...order?.item}
    >
      {order && <MoveHandle label={t("moveGroup", { name })} onKeyDown={order.move} />}
      <button
        type="button"
        className={laid("row bare grow pad0x6 round6 textColour textStart minHeight36")}
        aria-current={open || undefined}
        onClick={onOpen}
      >
        <span className={laid("grow breaking")}>{name}</span>
        <span className={laid("small figures")}>{count}</span>
      </button>
      {onEdit && <SmallIconButton icon={<EditOutlined />} label={t("renameGroup", { name })} onClick={onEdit} />}
      {onRemove && count === 0 && (
        <SmallIconButton icon={<DeleteOutlined />} label={t("removeGroup", { name })} onClick={onRemove} />
      )}
    </li>
  );
}

interface GroupFormProps {
  /** Undefined for a new one. */
  group?: ReplyGroup;
  onAdded?: (id: RecordId) => void;
  onClose: () => void;
}

/** A group's name, edited in place. */
function GroupForm({ group, onAdded, onClose }: GroupFormProps) {
  const { t } = useTranslation("quickReplies");
  const { saveGroup } = useReplyWrites();
  const save = async (name: string) => {
    const id = await saveGroup(name, group?.recordID);
    if (!group) onAdded?.(id);
  };
  return (
    <NameForm
      className={laid("gridBox gap8 pad8")}
      name={group?.name ?? ""}
      texts={{ label: t("groupName"), required: t("nameRequired"), save: t("save"), cancel: t("cancel") }}
      onSave={save}
      onClose={onClose}
    />
  );
}
