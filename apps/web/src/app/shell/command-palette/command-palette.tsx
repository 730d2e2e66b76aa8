import { SearchOutlined } from "@ant-design/icons";
import { Modal } from "antd";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Icon } from "#ui/icon/icon.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { useRouteTitle } from "../../page-title.ts";
import { useVisibleMenu } from "../../routes/visible-menu.ts";
import styles from "./command-palette.module.css";
import { type Command, commandsOf, found } from "./commands.ts";

/** Goes to any page by a few letters of its name. Arrows walk around the list, Enter opens, Esc closes. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const titleOf = useRouteTitle();
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const focusFirst = useFocusFirst();
  const commands = found(commandsOf(useVisibleMenu(), titleOf), words);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    list.current?.querySelector(`[aria-selected="true"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const open = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    if (command.address !== window.location.pathname + window.location.search) void navigate(command.address);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && commands.length > 0) setChosen((chosen + step + commands.length) % commands.length);
    else if (event.key === "Enter") open(commands[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={520}
      style={{ top: "12vh" }}
      title={<span className="visually-hidden">{t("palette.title")}</span>}
      styles={{ container: { padding: 0 }, header: { margin: 0 }, title: { fontSize: 0, lineHeight: 0 } }}
    >
      <div className={styles.search}>
        <SearchOutlined aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={commands.length > 0 ? optionId(chosen) : undefined}
          aria-label={t("palette.placeholder")}
          placeholder={t("palette.placeholder")}
          value={words}
          ref={focusFirst}
          onKeyDown={handleKey}
          onChange={({ target }) => {
            setWords(target.value);
            setChosen(0);
          }}
        />
      </div>
      <div ref={list} id={id} role="listbox" aria-label={t("palette.title")} className={styles.list}>
        {commands.map((command, index) => (
          <button
            key={command.address}
            type="button"
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.command}
            onMouseMove={() => setChosen(index)}
            onClick={() => open(command)}
          >
            <Icon name={command.icon} />
            <span>{command.title}</span>
            <span className={styles.above}>{command.above.join(" / ")}</span>
          </button>
        ))}
        {commands.length === 0 && <p className={styles.nothing}>{t("palette.nothing")}</p>}
      </div>
    </Modal>
  );
}
