import { EditOutlined } from "@ant-design/icons";
import type { LeadCard } from "@homeroom/contract/leads";
import { Button } from "antd";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useWordsLanguage } from "#platform/words-language.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type LeadChanges, useChangeLead } from "../../api/change-lead.ts";
import { useAskedField } from "./asked-field.ts";
import styles from "./in-place.module.css";

/** The properties of an editor of one field. */
export interface EditorProps<Value> {
  value: Value;
  label: string;
  onSave: (value: Value) => void;
  onCancel: () => void;
}

interface InPlaceProps<Value> {
  card: LeadCard;
  /** The name of the field. */
  label: string;
  value: Value;
  /** The formatted value; empty for none. */
  shown: ReactNode;
  mayChange: boolean;
  changesOf: (value: Value) => LeadChanges;
  /** The values that undo a change, if they are more than the field itself. */
  changesBack?: LeadChanges;
  /** The formatted value on another card, for a conflict. */
  textOf: (card: LeadCard) => string;
  renderEditor: (props: EditorProps<Value>) => ReactNode;
  /** The shortcut request that opens its editor. */
  askedAs?: "nextContactDate";
}

/** A fact of the card that is edited in place: its edit button, or a press anywhere on it, opens the editor. */
export function InPlace<Value>(props: InPlaceProps<Value>) {
  const { card, label, value, shown, mayChange, changesOf, textOf, renderEditor } = props;
  const { t } = useTranslation("leads");
  const change = useChangeLead(card);
  const { undoable } = useFeedback();
  const languageOf = useWordsLanguage();
  const [base, setBase] = useState<LeadCard | null>(null);
  const { editor, pen, keep } = useKeyboardBack(base !== null);
  useAskedField(props.askedAs, () => mayChange && setBase(card));
  const afterPress = useAfterPress(base !== null);
  const close = () =>
    afterPress(() => {
      keep();
      setBase(null);
    });

  const save = async (next: Value, from: LeadCard) => {
    const changes = changesOf(next);
    const back = props.changesBack ?? changesOf(value);
    if (!(await change.save(changes, from))) return;
    undoable(t("card.changed", { field: label }), () => void change.takeBack(changes, back, from));
  };

  if (base)
    return (
      <div ref={editor} className={layout.closeStack}>
        {renderEditor({
          value,
          label,
          onCancel: close,
          onSave: (next) => {
            close();
            if (JSON.stringify(next) !== JSON.stringify(value)) void save(next, base);
          },
        })}
      </div>
    );
  return (
    <>
      <div
        className={laid("flexBox alignStart gap4 pad0x6 round6 relative minHeight22", styles.place)}
        data-changes={mayChange || undefined}
        aria-busy={change.pending}
      >
        <span
          className={laid("breaking narrowable", styles.value)}
          {...(typeof shown === "string" && languageOf(shown))}
        >
          {shown}
        </span>
        {mayChange && (
          <button
            ref={pen}
            type="button"
            className={laid("small fixed noBorder noBackground", styles.pen)}
            aria-label={t("card.change", { field: label })}
            onClick={() => setBase(card)}
          >
            <EditOutlined aria-hidden />
          </button>
        )}
      </div>
      <ChangeProblem change={change} label={label} textOf={textOf} />
    </>
  );
}

/**
 * Focuses the edit button when the editor closes: synchronously, since the next key may come at once. Not if the editor
 * closed because the person moved elsewhere.
 */
function useKeyboardBack(isEditing: boolean) {
  const editor = useRef<HTMLDivElement>(null);
  const pen = useRef<HTMLButtonElement>(null);
  const goesBack = useRef(false);
  useLayoutEffect(() => {
    if (!isEditing && goesBack.current) pen.current?.focus();
    goesBack.current = false;
  }, [isEditing]);
  const keep = () => void (goesBack.current = editor.current?.contains(document.activeElement) ?? false);
  return { editor, pen, keep };
}

/**
 * Runs something at once or, while a pointer is down, after its release. An editor that closes on a press is replaced by a
 * line of another height, and the press would end on an element that moved under it.
 */
function useAfterPress(isEditing: boolean): (act: () => void) => void {
  const isDown = useRef(false);
  useEffect(() => {
    if (!isEditing) return;
    const events = ["pointerdown", "pointerup", "pointercancel"] as const;
    const look = ({ type }: Event) => void (isDown.current = type === "pointerdown");
    for (const event of events) window.addEventListener(event, look, { capture: true });
    return () => {
      isDown.current = false;
      for (const event of events) window.removeEventListener(event, look, { capture: true });
    };
  }, [isEditing]);
  return (act) => {
    if (!isDown.current) return act();
    const ends = new AbortController();
    const end = () => {
      ends.abort();
      // The click event comes right after the release.
      setTimeout(act);
    };
    for (const event of ["pointerup", "pointercancel"])
      window.addEventListener(event, end, { capture: true, signal: ends.signal });
  };
}

interface ChangeProblemProps {
  change: ReturnType<typeof useChangeLead>;
  label: string;
  textOf: (card: LeadCard) => string;
}

/** Why a change was not saved; both versions if somebody else changed the same field. */
export function ChangeProblem({ change, label, textOf }: ChangeProblemProps) {
  const { t } = useTranslation("leads");
  const { conflict } = change;
  if (conflict)
    return (
      <div
        role="alert"
        className={laid("middleWrap warning gap4x8 above4 pad8 round8 warningTint text12", styles.conflict)}
      >
        <p>
          {t("card.conflict", {
            name: conflict.theirs.updater || t("someone"),
            field: label,
            value: textOf(conflict.theirs) || t("empty"),
          })}
        </p>
        <Button size="small" onClick={() => void change.keepMine()}>
          {t("card.keepMine", { value: textOf({ ...conflict.theirs, ...(conflict.changes as object) }) || t("empty") })}
        </Button>
        <Button size="small" type="text" onClick={change.takeTheirs}>
          {t("card.takeTheirs")}
        </Button>
      </div>
    );
  if (change.error === null) return null;
  return (
    <p role="alert" className={laid("danger text12 leading18")}>
      {change.error}
    </p>
  );
}
