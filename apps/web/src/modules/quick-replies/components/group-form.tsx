import type { RecordId } from "@homeroom/contract/ids";
import type { ReplyGroup } from "@homeroom/contract/quick-replies";
import { Button, Input, type InputRef } from "antd";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useReplyWrites } from "../api.ts";

interface GroupFormProps {
  /** None: a new one. */
  group?: ReplyGroup;
  onAdded?: (id: RecordId) => void;
  onClose: () => void;
}

/** A group's name where it stands: Enter saves, Escape leaves. */
export function GroupForm({ group, onAdded, onClose }: GroupFormProps) {
  const { t } = useTranslation("quickReplies");
  const { saveGroup } = useReplyWrites();
  const [name, setName] = useState(group?.name ?? "");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<InputRef>(null);
  const problemId = useId();
  useEffect(() => input.current?.focus({ cursor: "all" }), []);

  const submit = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(t("nameRequired"));
    setBusy(true);
    try {
      const id = await saveGroup(name.trim(), group?.recordID);
      onClose();
      if (!group) onAdded?.(id);
    } catch (reason) {
      setProblem(String(reason));
      setBusy(false);
    }
  };
  return (
    <form className={laid("gridBox gap8 pad8")} onSubmit={(event) => void submit(event)}>
      <Input
        ref={input}
        value={name}
        maxLength={50}
        placeholder={t("groupName")}
        aria-label={t("groupName")}
        aria-invalid={problem !== null}
        aria-describedby={problem ? problemId : undefined}
        {...(problem && { status: "error" as const })}
        onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && !isComposing(event.nativeEvent) && onClose()}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
        }}
      />
      <span className={layout.line}>
        <Button size="small" type="primary" htmlType="submit" loading={busy}>
          {t("save")}
        </Button>
        <Button size="small" onClick={onClose}>
          {t("cancel")}
        </Button>
      </span>
      {problem && (
        <p id={problemId} role="alert" className={laid("danger text12")}>
          {problem}
        </p>
      )}
    </form>
  );
}
