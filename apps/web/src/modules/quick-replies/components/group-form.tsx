import type { RecordId } from "@homeroom/contract/ids";
import type { ReplyGroup } from "@homeroom/contract/quick-replies";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { NameForm } from "#ui/plain-form/name-form.tsx";
import { useReplyWrites } from "../api.ts";

interface GroupFormProps {
  /** None: a new one. */
  group?: ReplyGroup;
  onAdded?: (id: RecordId) => void;
  onClose: () => void;
}

/** A group's name where it stands. */
export function GroupForm({ group, onAdded, onClose }: GroupFormProps) {
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
