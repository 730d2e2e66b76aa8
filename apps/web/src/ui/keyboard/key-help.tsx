import { Checkbox, Modal } from "antd";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import styles from "./key-help.module.css";

interface KeyHelpProps {
  title: string;
  /** The label of the switch for single letters. */
  single: string;
  lines: readonly { name: string; pressed: readonly string[]; does: string }[];
  onClose: () => void;
}

/** The keyboard shortcuts of a screen, and the switch that turns single letters off. */
export function KeyHelp({ title, single, lines, onClose }: KeyHelpProps) {
  const [letters, setLetters] = usePreference("singleKeys");
  return (
    <Modal open title={title} footer={null} onCancel={onClose} width={460}>
      <dl className={laid("gridBox alignBaseline gap8x16", styles.keys)}>
        {lines.map(({ name, pressed, does }) => (
          <div key={name} style={{ display: "contents" }}>
            <dt className={laid("flexBox justifyEnd gap4")}>
              {pressed.map((key) => (
                <kbd key={key} className={laid("sunkenGround text12 textCentre edged", styles.key)}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className={laid("above16 lineAbove padTop12")}>
        <Checkbox checked={letters} onChange={({ target }) => setLetters(target.checked)}>
          {single}
        </Checkbox>
      </div>
    </Modal>
  );
}
