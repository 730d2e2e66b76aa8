import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  UnorderedListOutlined,
} from "@ant-design/icons";
import { Button, Input, type InputRef, Popover, Space } from "antd";
import { type ClipboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { cleanFragment, isHttps } from "../../rules/clean-html.ts";
import styles from "./rich-text.module.css";

interface RichTextEditorProps {
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
  disabled?: boolean;
  placeholder?: string;
}

type Command = "bold" | "italic" | "insertUnorderedList" | "insertOrderedList" | "createLink" | "insertHTML";

/**
 * Edits short texts with bold, italic, lists and links. It uses the browser's own editing; the result and pasted content are
 * reduced to these elements, here and on the server.
 */
export function RichTextEditor({ id, value = "", onChange, disabled = false, placeholder }: RichTextEditorProps) {
  const { t } = useTranslation("notices");
  const area = useRef<HTMLDivElement>(null);
  const written = useRef<string>(undefined);

  // Only external values are inserted: typed text is already there, with the caret in it.
  useLayoutEffect(() => {
    if (value === written.current) return;
    area.current?.replaceChildren(cleanFragment(value));
    written.current = value;
  }, [value]);

  const report = () => {
    if (!area.current) return;
    const html = htmlOf(area.current);
    written.current = html;
    onChange?.(html);
  };
  const run = (command: Command, argument?: string) => {
    area.current?.focus();
    edit(command, argument);
    report();
  };
  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const html = event.clipboardData.getData("text/html");
    if (html) run("insertHTML", markupOf(cleanFragment(html)));
    else edit("insertText", event.clipboardData.getData("text/plain"));
    report();
  };

  return (
    <div className={laid("edged round8 surface", styles.frame)}>
      <div className={laid("lineBelow flexBox wrap gap4 pad4")} role="toolbar" aria-label={t("editor.tools")}>
        <Tool label={t("editor.bold")} icon={<BoldOutlined />} onPress={() => run("bold")} />
        <Tool label={t("editor.italic")} icon={<ItalicOutlined />} onPress={() => run("italic")} />
        <Tool label={t("editor.bullets")} icon={<UnorderedListOutlined />} onPress={() => run("insertUnorderedList")} />
        <Tool label={t("editor.numbers")} icon={<OrderedListOutlined />} onPress={() => run("insertOrderedList")} />
        <LinkTool onLink={(address) => run("createLink", address)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: no other element holds bold words and lists */}
      <div
        ref={area}
        id={id}
        className={laid("breaking pad12 leading24 scrollY noOutline", `${styles.text} ${styles.writing}`)}
        contentEditable={!disabled}
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={t("fields.content")}
        data-placeholder={placeholder}
        onInput={report}
        onPaste={handlePaste}
        onFocus={() => edit("defaultParagraphSeparator", "p")}
      />
    </div>
  );
}

function Tool({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: () => void }) {
  return (
    <SmallIconButton
      icon={icon}
      label={label}
      title={label}
      // A press must not move the caret out of the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    />
  );
}

function LinkTool({ onLink }: { onLink: (address: string) => void }) {
  const { t } = useTranslation("notices");
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const range = useRef<Range>(undefined);
  const input = useRef<InputRef>(null);
  const wrong = address !== "" && !isHttps(address.trim());

  const handleOpen = (next: boolean) => {
    const selection = document.getSelection();
    if (next && selection && selection.rangeCount > 0) range.current = selection.getRangeAt(0).cloneRange();
    setOpen(next);
  };
  const handleLink = () => {
    if (!isHttps(address.trim())) return;
    const selection = document.getSelection();
    if (range.current && selection) {
      selection.removeAllRanges();
      selection.addRange(range.current);
    }
    onLink(address.trim());
    setOpen(false);
    setAddress("");
  };

  return (
    <Popover
      open={open}
      onOpenChange={handleOpen}
      afterOpenChange={(shown) => shown && input.current?.focus()}
      trigger="click"
      destroyOnHidden
      content={
        <Space.Compact>
          <Input
            ref={input}
            value={address}
            placeholder={t("editor.addressExample")}
            status={wrong ? "error" : ""}
            aria-label={t("editor.address")}
            onChange={(event) => setAddress(event.target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              handleLink();
            }}
          />
          <Button type="primary" disabled={!isHttps(address.trim())} onClick={handleLink}>
            {t("editor.setLink")}
          </Button>
        </Space.Compact>
      }
    >
      <SmallIconButton
        icon={<LinkOutlined />}
        label={t("editor.link")}
        title={t("editor.link")}
        onMouseDown={(event) => event.preventDefault()}
      />
    </Popover>
  );
}

function edit(command: Command | "insertText" | "defaultParagraphSeparator", argument?: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- every browser supports it, and there is no replacement
  document.execCommand(command, false, argument);
}

/** The cleaned text; empty if it has no words. */
function htmlOf(area: HTMLElement): string {
  return area.textContent?.trim() ? markupOf(cleanFragment(area.innerHTML)) : "";
}

function markupOf(fragment: DocumentFragment): string {
  const holder = document.createElement("div");
  holder.appendChild(fragment);
  return holder.innerHTML;
}
