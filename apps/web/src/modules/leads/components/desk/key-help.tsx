import { useTranslation } from "react-i18next";
import { KeyHelp as KeyHelpDialog } from "#ui/keyboard/key-help.tsx";

const keys: readonly [string, readonly string[]][] = [
  ["search", ["/"]],
  ["rows", ["j", "k", "↑", "↓"]],
  ["cells", ["←", "→", "Home", "End"]],
  ["open", ["Enter", "o"]],
  ["edit", ["e", "F2"]],
  ["next", ["Enter", "Tab"]],
  ["status", ["s"]],
  ["assign", ["a"]],
  ["tags", ["t"]],
  ["nextContact", ["d"]],
  ["note", ["n"]],
  ["select", ["x", "Space"]],
  ["range", ["Shift", "↑", "↓"]],
  ["selectAll", ["Ctrl", "A"]],
  ["paste", ["Ctrl", "V"]],
  ["create", ["c"]],
  ["palette", ["Ctrl", "K"]],
  ["leave", ["Esc"]],
];

/** The keyboard shortcuts of the desk. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("leads");
  const lines = keys.map(([name, pressed]) => ({ name, pressed, does: t(`desk.keys.${name}`) }));
  return <KeyHelpDialog title={t("desk.keys.title")} single={t("desk.keys.single")} lines={lines} onClose={onClose} />;
}
