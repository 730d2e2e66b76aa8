import { EditOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { RecordId } from "@homeroom/contract/ids";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { labelConversation } from "../../api/holding.ts";
import { useLabelOptions } from "../../api/person.ts";
import styles from "./person-pane.module.css";

const maxLabels = 10;

/** The labels of a conversation, edited in place with the permission. */
export function LabelEditor({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const [editing, setEditing] = useState(false);
  if (editing) return <LabelChoice card={card} onClose={() => setEditing(false)} />;
  return (
    <span className={laid("middleWrap gap4")}>
      {card.labels.map(({ recordID, name, color }) => (
        <TintTag key={recordID} color={color === "red" || color === "green" || color === "blue" ? color : "neutral"}>
          {name}
        </TintTag>
      ))}
      {card.can.label && (
        <button
          type="button"
          className={laid("bare quiet round4", styles.pen)}
          aria-label={t("person.changeLabels")}
          title={t("person.changeLabels")}
          onClick={() => setEditing(true)}
        >
          <EditOutlined aria-hidden />
        </button>
      )}
    </span>
  );
}

function LabelChoice({ card, onClose }: { card: ConversationCard; onClose: () => void }) {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const options = useLabelOptions();
  const before = card.labels.map(({ recordID }) => recordID);
  const [chosen, setChosen] = useState<RecordId[]>(before);
  const [pending, setPending] = useState(false);
  const focusFirst = useFocusFirst();
  const handleSave = async () => {
    if (chosen.length === before.length && chosen.every((id) => before.includes(id))) return onClose();
    setPending(true);
    try {
      await labelConversation(card, chosen);
      onClose();
    } catch (reason) {
      failed(reason);
      setPending(false);
    }
  };
  return (
    <Select<RecordId[]>
      mode="multiple"
      maxCount={maxLabels}
      defaultOpen
      ref={focusFirst}
      className={layout.wide ?? ""}
      aria-label={t("person.labels")}
      value={chosen}
      loading={pending}
      options={options.map(({ value, label }) => ({ value: value as RecordId, label }))}
      showSearch={{ optionFilterProp: "label" }}
      notFoundContent={t("person.noLabels")}
      onChange={setChosen}
      onBlur={() => void handleSave()}
      onInputKeyDown={(event) => {
        if (isComposing(event.nativeEvent) || (event.key !== "Escape" && event.key !== "Tab")) return;
        event.preventDefault();
        // Tab keeps the selection and moves on; the list would add one more.
        event.stopPropagation();
        if (event.key === "Tab") void handleSave();
        else onClose();
      }}
    />
  );
}
