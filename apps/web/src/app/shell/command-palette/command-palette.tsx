import { SearchOutlined } from "@ant-design/icons";
import { Modal } from "antd";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { currentUser, ownKey } from "#platform/access.ts";
import { Icon } from "#ui/icon/icon.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { laid } from "#ui/laid.ts";
import { useRouteTitle } from "../../page-title.ts";
import { useVisibleMenu } from "../../routes/visible-menu.ts";
import { useActions } from "./actions.ts";
import styles from "./command-palette.module.css";
import { offered, pageOptions } from "./commands.ts";
import { useFoundThings } from "./found-things.ts";
import type { PaletteOption } from "./option.ts";

/** What was recently opened from the palette, for this browser tab and this person only, since it contains names of people. */
const most = 8;

const storageKey = () => ownKey("palette");

/** With other rights, or at another branch, a person may no longer see what they opened before. */
function presentRights(): string {
  const user = currentUser();
  return [user?.branch.branchID, ...(user?.roles ?? []), ...(user?.perms.toSorted() ?? [])].join();
}

/** The recently chosen lines, the latest first; none from before the person's rights changed. */
function recentOptions(): PaletteOption[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? "{}");
    const { rights, options } = kept as Record<string, unknown>;
    return rights === presentRights() && Array.isArray(options) ? options.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Stores a line as the latest one. Lines that only run an action are not stored. */
function keepOption({ run: _, ...option }: PaletteOption): void {
  if (!option.address) return;
  const others = recentOptions().filter(({ key }) => key !== option.key);
  try {
    const kept = { rights: presentRights(), options: [option, ...others].slice(0, most) };
    sessionStorage.setItem(storageKey(), JSON.stringify(kept));
  } catch {
    // Storage is full: nothing is remembered.
  }
}

function isKept(one: unknown): one is PaletteOption {
  const { key, title, address, icon, kind } = (one ?? {}) as Record<string, unknown>;
  return [key, title, address, icon, kind].every((text) => typeof text === "string");
}

interface CommandPaletteProps {
  onClose: () => void;
  onSettings: () => void;
}

/**
 * Finds people, numbers, words of conversations, pages and actions by a few letters. Arrow keys move through the list, Enter
 * opens, Esc closes.
 */
export function CommandPalette({ onClose, onSettings }: CommandPaletteProps) {
  const { t } = useTranslation("shell");
  const titleOf = useRouteTitle();
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const [chosenKey, setChosenKey] = useState<string>();
  const [recent] = useState(recentOptions);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const focusFirst = useFocusFirst();
  const pages = pageOptions(useVisibleMenu(), titleOf);
  const actions = useActions(onSettings);
  const found = useFoundThings(words);
  const options = offered(words, { recent, commands: [...pages, ...actions], found: found.options });
  // Later results must not change what Enter opens.
  const chosen = Math.max(
    options.findIndex(({ key }) => key === chosenKey),
    0,
  );
  const optionId = (index: number) => `${id}-${index}`;
  // The first line belongs to the previous words, and nobody has chosen it: Enter means the line that will replace it.
  const [first] = options;
  const mustWait = chosenKey === undefined && (first ? found.outdated.has(first.key) : found.isSearching);

  useEffect(() => {
    list.current?.querySelector(`[aria-selected="true"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const open = (option: PaletteOption | undefined) => {
    if (!option) return;
    onClose();
    keepOption(option);
    option.run?.();
    const { address } = option;
    if (address && address !== window.location.pathname + window.location.search) void navigate(address);
  };
  const enter = useEnter(mustWait, () => open(options[chosen]));
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) setChosenKey(options[(chosen + step + options.length) % options.length]?.key);
    else if (event.key === "Enter") enter.press();
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={640}
      style={{ top: "12vh" }}
      title={<span className="visually-hidden">{t("palette.title")}</span>}
      styles={{ container: { padding: 0 }, header: { margin: 0 }, title: { fontSize: 0, lineHeight: 0 } }}
    >
      <div className={laid("middle quiet lineBelow gap10", styles.search)}>
        <SearchOutlined aria-hidden />
        <input
          className={laid("noBorder noBackground text16 textColour flex1 noOutline", styles.input)}
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={options.length > 0 ? optionId(chosen) : undefined}
          aria-label={t("palette.placeholder")}
          placeholder={t("palette.placeholder")}
          maxLength={100}
          value={words}
          ref={focusFirst}
          onKeyDown={handleKey}
          onChange={({ target }) => {
            setWords(target.value);
            setChosenKey(undefined);
            enter.forget();
          }}
        />
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t("palette.title")}
        aria-busy={found.isSearching}
        className={laid("scrollY", styles.list)}
      >
        {options.map((option, index) => (
          <PaletteLine
            key={option.key}
            id={optionId(index)}
            option={option}
            isChosen={index === chosen}
            onPoint={() => setChosenKey(option.key)}
            onOpen={() => open(option)}
          />
        ))}
        {options.length === 0 && (
          <p className={laid("quiet textCentre", styles.nothing)} role="status">
            {t(found.isSearching ? "palette.searching" : "palette.nothing")}
          </p>
        )}
      </div>
    </Modal>
  );
}

/** An Enter that waits, if necessary, for the results. */
function useEnter(mustWait: boolean, open: () => void) {
  const isAwaited = useRef(false);
  const press = () => {
    isAwaited.current = mustWait;
    if (!mustWait) open();
  };
  useEffect(() => {
    if (isAwaited.current && !mustWait) press();
  });
  return { press, forget: () => void (isAwaited.current = false) };
}

interface PaletteLineProps {
  id: string;
  option: PaletteOption;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** A line of the palette: its name, what distinguishes it from others, its kind, and where the words matched. */
function PaletteLine({ id, option, isChosen, onPoint, onOpen }: PaletteLineProps) {
  const { t } = useTranslation("shell");
  const { kind, title, detail, icon, matched } = option;
  const field = matched ? t(`palette.fields.${matched}`) : "";
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={laid("middle bare wide gap10 round8 minHeight40 pad0x10", styles.command)}
      onMouseMove={onPoint}
      onClick={onOpen}
    >
      <Icon name={icon} />
      <span className={laid("cut", styles.title)}>{title}</span>
      <span className={laid("small cut narrowable textStart", styles.detail)}>{detail}</span>
      <span className={laid("small fixed")}>{[t(`palette.kinds.${kind}`), field].filter(Boolean).join(" · ")}</span>
    </button>
  );
}
