import { WhatsAppOutlined } from "@ant-design/icons";
import type { ConversationRow } from "@homeroom/contract/chat";
import styles from "./conversation-rows.module.css";

/** The icon of a conversation's messaging service. */
export function ChannelBadge({ kind }: { kind: ConversationRow["channel"]["kind"] }) {
  if (kind === "line") return <span className={styles.lineSign}>L</span>;
  return <WhatsAppOutlined className={styles.whatsapp} />;
}
