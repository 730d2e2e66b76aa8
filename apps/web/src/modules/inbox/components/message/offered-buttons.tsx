import { LinkOutlined } from "@ant-design/icons";
import { laid } from "#ui/laid.ts";
import { offeredButtons } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { MessageText } from "./message-text.tsx";
import styles from "./offered-buttons.module.css";

/** A message of ours with buttons for the customer to press, as they see them. */
export function OfferedButtons({ message }: { message: ShownMessage }) {
  return (
    <>
      <MessageText text={message.text} />
      <ul className={laid("column noPadding unmarked", styles.buttons)}>
        {offeredButtons(message.details).map(({ label, link }) => (
          <li
            key={label}
            className={laid("middle strong breaking justifyCentre gap6 lineAbove textCentre pad6x12")}
            title={link ?? undefined}
          >
            {link !== null && <LinkOutlined aria-hidden />}
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}
