import type { LeadCard } from "@homeroom/contract/leads";
import { AutoComplete, Button, Input } from "antd";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChannels, useListItems } from "#platform/choices.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import type { YearGuess } from "#ui/date-field/read-date.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { AreaCodeSelect } from "#ui/phone-field/area-code-select.tsx";

import styles from "./in-place.module.css";
import type { EditorProps } from "./in-place.tsx";

interface LineProps extends EditorProps<string> {
  type?: "text" | "email" | "date";
  /** Which year a date typed without one gets. */
  year?: YearGuess;
  maxLength?: number;
  multiline?: boolean;
  /** Suggestions from earlier input. */
  suggestions?: readonly string[] | undefined;
}

/** A line, a date or a text: Enter and blur save, Escape cancels. An incomplete date is not saved: the field says so. */
export function LineEditor({ value, label, onSave, onCancel, suggestions, ...line }: LineProps) {
  const [text, setText] = useState(value);
  const [isRefused, setRefused] = useState(false);
  const { t } = useTranslation("ui");
  const focusFirst = useFocusFirst();
  const left = useRef(false);
  const leave = (save: boolean, written = text) => {
    if (left.current) return;
    if (save && written === incompleteDate) return setRefused(true);
    left.current = true;
    if (save) onSave(written.trim());
    else onCancel();
  };
  const keys = {
    onKeyDown: (event: KeyboardEvent) => {
      if (isComposing(event.nativeEvent)) return;
      if (event.key === "Escape") {
        event.preventDefault();
        leave(false);
      }
      const done = line.multiline ? event.ctrlKey || event.metaKey : !suggestions;
      if (event.key === "Enter" && done) {
        event.preventDefault();
        leave(true);
      }
    },
    onBlur: () => leave(true),
  };
  const common = { value: text, "aria-label": label, ref: focusFirst, ...keys };
  if (suggestions)
    return (
      <AutoComplete
        {...common}
        options={suggestions.map((one) => ({ value: one }))}
        showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
        onChange={(next: string) => setText(next.slice(0, line.maxLength))}
      />
    );
  if (line.multiline)
    return (
      <Input.TextArea
        {...common}
        {...(line.maxLength && { maxLength: line.maxLength })}
        autoSize={{ minRows: 3, maxRows: 12 }}
        onChange={({ target }) => setText(target.value)}
      />
    );
  if (line.type === "date")
    return (
      <>
        <DateField
          {...common}
          {...(line.year && { year: line.year })}
          onChange={setText}
          onPick={(day) => leave(true, day)}
        />
        {isRefused && text === incompleteDate && (
          <p role="alert" className={laid("danger text12 leading18")}>
            {t("form.incompleteDate")}
          </p>
        )}
      </>
    );
  return (
    <Input
      {...common}
      type={line.type ?? "text"}
      autoComplete="off"
      {...(line.maxLength && { maxLength: line.maxLength })}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

/** Several controls that save together. */
function SmallForm({ onSave, onCancel, children }: { onSave: () => void; onCancel: () => void; children: ReactNode }) {
  const { t } = useTranslation("leads");
  return (
    <form
      className={layout.closeStack}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
      <div className={layout.buttons}>
        <Button size="small" type="primary" htmlType="submit">
          {t("card.save")}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t("card.cancel")}
        </Button>
      </div>
    </form>
  );
}

type Phone = Pick<LeadCard, "areaCode" | "phone">;

interface PhoneControlsProps {
  value: Phone;
  onChange: (value: Phone) => void;
  focuses?: boolean;
}

function PhoneControls({ value, onChange, focuses = false }: PhoneControlsProps) {
  const { t } = useTranslation("leads");
  const focusFirst = useFocusFirst();
  return (
    <div className={layout.buttons}>
      <div className={styles.code}>
        <AreaCodeSelect value={value.areaCode} onChange={(areaCode) => onChange({ ...value, areaCode })} />
      </div>
      <Input
        className={laid("narrowable", styles.grow)}
        type="tel"
        inputMode="tel"
        maxLength={32}
        autoComplete="off"
        {...(focuses && { ref: focusFirst })}
        aria-label={t("fields.phone")}
        value={value.phone}
        onChange={({ target }) => onChange({ ...value, phone: target.value })}
      />
    </div>
  );
}

/** An area code and a number. */
export function PhoneEditor({ value, onSave, onCancel }: EditorProps<Phone>) {
  const [phone, setPhone] = useState(value);
  return (
    <SmallForm onSave={() => onSave(phone)} onCancel={onCancel}>
      <PhoneControls value={phone} onChange={setPhone} focuses />
    </SmallForm>
  );
}

/** One of the two contact people of the lead. */
export function ContactEditor({ value, onSave, onCancel }: EditorProps<LeadCard["contact1"]>) {
  const { t } = useTranslation("leads");
  const [contact, setContact] = useState(value);
  const focusFirst = useFocusFirst();
  return (
    <SmallForm onSave={() => onSave(contact)} onCancel={onCancel}>
      <Input
        ref={focusFirst}
        value={contact.name}
        maxLength={100}
        autoComplete="off"
        aria-label={t("contact.name")}
        placeholder={t("contact.name")}
        onChange={({ target }) => setContact({ ...contact, name: target.value })}
      />
      <PhoneControls value={contact} onChange={(phone) => setContact({ ...contact, ...phone })} />
      <Input
        type="email"
        value={contact.email}
        maxLength={128}
        autoComplete="off"
        aria-label={t("fields.email")}
        placeholder={t("fields.email")}
        onChange={({ target }) => setContact({ ...contact, email: target.value })}
      />
    </SmallForm>
  );
}

type Source = Pick<LeadCard, "channel" | "secondaryChannel">;

/** A channel with one of its secondary ones. */
export function ChannelEditor({ value, onSave, onCancel }: EditorProps<Source>) {
  const channels = useChannels();
  const [source, setSource] = useState(value);
  const named = (items: readonly { recordID: string; name: string }[] | undefined) =>
    items?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];
  const children = channels?.find(({ recordID }) => recordID === source.channel)?.children;
  return (
    <SmallForm onSave={() => onSave(source)} onCancel={onCancel}>
      <ChoiceSelect
        options={named(channels)}
        value={source.channel}
        onChange={(channel) => setSource({ channel: channel as Source["channel"], secondaryChannel: null })}
      />
      <ChoiceSelect
        options={named(children)}
        disabled={!children?.length}
        value={source.secondaryChannel}
        onChange={(secondary) => setSource({ ...source, secondaryChannel: secondary as Source["secondaryChannel"] })}
      />
    </SmallForm>
  );
}

/** A school or a grade: a line of text with suggestions from the organisation's own list. */
export function SchoolEditor(props: EditorProps<string>) {
  const items = useListItems("schoolsAndGrades");
  return (
    <LineEditor {...props} maxLength={100} suggestions={items?.length ? items.map(({ name }) => name) : undefined} />
  );
}
