import { Button, Input, type InputRef } from "antd";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";

interface NameFormProps {
  /** The current name; empty for a new record. */
  name: string;
  texts: { label: string; required: string; save: string; cancel: string };
  /** Fields beside the name. */
  children?: ReactNode;
  className: string;
  /** Stays open and empties itself, so that another can be added. */
  stays?: boolean;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Names a record in place: Enter saves, Escape cancels. */
export function NameForm({ name: named, texts, children, className, stays = false, onSave, onClose }: NameFormProps) {
  const [name, setName] = useState(named);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<InputRef>(null);
  const problemId = useId();
  // The person who opened it wants to type.
  useEffect(() => input.current?.focus({ cursor: "all" }), []);
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !isComposing(event.nativeEvent)) onClose();
  };

  const submit = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(texts.required);
    setBusy(true);
    setProblem(null);
    try {
      await onSave(name.trim());
      if (!stays) return onClose();
      // The next one may already be typed.
      setName((written) => (written === name ? "" : written));
    } catch (reason) {
      setProblem(String(reason));
    } finally {
      setBusy(false);
    }
    input.current?.focus();
  };

  return (
    <form className={className} onSubmit={(event) => void submit(event)}>
      <Input
        ref={input}
        value={name}
        maxLength={50}
        placeholder={texts.label}
        aria-label={texts.label}
        aria-invalid={problem !== null}
        aria-describedby={problem ? problemId : undefined}
        {...(problem && { status: "error" as const })}
        onKeyDown={leave}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
        }}
      />
      {children}
      <span className={layout.line}>
        <Button size="small" type="primary" htmlType="submit" loading={busy}>
          {texts.save}
        </Button>
        <Button size="small" onClick={onClose}>
          {texts.cancel}
        </Button>
      </span>
      {problem && (
        <p id={problemId} role="alert" className={laid("danger wide text12")}>
          {problem}
        </p>
      )}
    </form>
  );
}
