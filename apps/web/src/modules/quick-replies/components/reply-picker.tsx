import { FileOutlined, PictureOutlined } from "@ant-design/icons";
import type { QuickReply } from "@homeroom/contract/quick-replies";
import { Button } from "antd";
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useQuickReplies, useReplyGroups } from "../api.ts";
import styles from "./reply-picker.module.css";
import { ReplyText } from "./reply-text.tsx";

/** Receives the keys of the text field. */
export interface ReplyPickerHandle {
  /** Returns whether the key was for the picker. */
  handleKey: (event: KeyboardEvent) => boolean;
}

interface ReplyPickerProps {
  ref?: Ref<ReplyPickerHandle>;
  /** The text after the slash. */
  words: string;
  onPick: (reply: QuickReply) => void;
  onClose: () => void;
}

const mostShown = 60;

/** The quick replies that contain what was typed: arrows choose, Enter inserts. The cursor stays in the field. */
export function ReplyPicker({ ref, words, onPick, onClose }: ReplyPickerProps) {
  const { t } = useTranslation("quickReplies");
  const can = useCan();
  const { found, groupName, query } = useFound(words);
  const [active, setActive] = useState({ words, index: 0 });
  // Other words give another list, which starts at the top.
  const place = active.words === words ? Math.min(active.index, Math.max(0, found.length - 1)) : 0;
  const choose = (index: number) => setActive({ words, index });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  });

  useImperativeHandle(ref, () => ({
    handleKey(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const picks = event.key === "Enter" || event.key === "Tab";
      const picked = picks ? found[place] : undefined;
      // Enter before the replies have loaded is meant for one of them, and must not send the search text.
      const tooEarly = event.key === "Enter" && query.isPending;
      if (step === undefined && event.key !== "Escape" && !picked && !tooEarly) return false;
      event.preventDefault();
      event.stopPropagation();
      if (step !== undefined) choose((place + step + Math.max(1, found.length)) % Math.max(1, found.length));
      else if (picked) onPick(picked);
      else if (!tooEarly) onClose();
      return true;
    },
  }));

  return (
    <section className={layout.lineBelow} aria-label={t("picker")}>
      {query.isError && !query.data ? (
        <p className={laid("quiet", styles.none)}>
          {t("failed")}{" "}
          <Button size="small" onClick={() => void query.refetch()}>
            {t("retry")}
          </Button>
        </p>
      ) : (
        <div ref={box} className={laid("scrollY unmarked", styles.replies)} role="listbox" aria-label={t("picker")}>
          {found.map((reply, index) => (
            <Choice
              key={reply.recordID}
              reply={reply}
              group={groupName(reply)}
              active={index === place}
              onPick={() => onPick(reply)}
              onHover={() => choose(index)}
            />
          ))}
        </div>
      )}
      {query.data && found.length === 0 && (
        <p className={laid("quiet", styles.none)}>{words === "" ? t("pickerEmpty") : t("pickerNone", { words })}</p>
      )}
      <p className={laid("line small justifyBetween leading18", styles.foot)}>
        <span className={layout.notOnPhones}>{t("pickerKeys")}</span>
        {can("chat:reply:add", "chat:reply:edit") && <Link to="/organization/quickreply">{t("pickerManage")}</Link>}
      </p>
    </section>
  );
}

function useFound(words: string) {
  const query = useQuickReplies();
  const groups = useReplyGroups();
  const names = new Map((groups.data ?? []).map(({ recordID, name }) => [recordID, name]));
  const groupName = ({ groupID }: QuickReply) => names.get(groupID) ?? "";
  const asked = words.trim().toLowerCase();
  const found = (query.data ?? [])
    .filter((reply) => `${groupName(reply)}\n${reply.content}`.toLowerCase().includes(asked))
    .slice(0, mostShown);
  return { found, groupName, query };
}

interface ChoiceProps {
  reply: QuickReply;
  group: string;
  active: boolean;
  onPick: () => void;
  onHover: () => void;
}

function Choice({ reply, group, active, onPick, onHover }: ChoiceProps) {
  const { t } = useTranslation("quickReplies");
  return (
    <div
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={laid("row pad6x8 round8 pointer", styles.choice)}
      data-active={active || undefined}
      onMouseMove={() => !active && onHover()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={laid("small cut fixed", styles.group)}>{group}</span>
      <span className={laid("cut grow")}>
        <ReplyText content={reply.content} />
      </span>
      {reply.image && <PictureOutlined title={t("withImage")} aria-label={t("withImage")} />}
      {reply.file && <FileOutlined title={t("withFile")} aria-label={t("withFile")} />}
    </div>
  );
}
