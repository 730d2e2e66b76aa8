import { Checkbox, Modal } from "antd";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import styles from "./desk.module.css";

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

/** What the keyboard does on the desk, and the switch for people whom single letters disturb. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("leads");
  const [single, setSingle] = usePreference("singleKeys");
  return (
    <Modal open title={t("desk.keys.title")} footer={null} onCancel={onClose} width={460}>
      <dl className={styles.keys}>
        {keys.map(([name, pressed]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`desk.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.keysOff}>
        <Checkbox checked={single} onChange={({ target }) => setSingle(target.checked)}>
          {t("desk.keys.single")}
        </Checkbox>
      </div>
    </Modal>
  );
}
