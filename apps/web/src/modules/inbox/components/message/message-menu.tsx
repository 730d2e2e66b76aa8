import { MoreOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./bubble.module.css";

interface MessageMenuProps {
  message: ShownMessage;
  mayQuote: boolean;
  onQuote: (message: ShownMessage) => void;
}

/** What can be done with a message: quote it, copy its words, save its file. */
export function MessageMenu({ message, mayQuote, onQuote }: MessageMenuProps) {
  const { t } = useTranslation("inbox");
  const { done, failed } = useFeedback();
  const url = message.file?.url;
  const items = [
    ...(mayQuote && !message.revokedAt ? [{ key: "quote", label: t("message.quote") }] : []),
    ...(message.text !== "" ? [{ key: "copy", label: t("message.copy") }] : []),
    ...(url
      ? [
          {
            key: "save",
            label: (
              <a href={url} download={message.file?.name}>
                {t("file.download")}
              </a>
            ),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message.text);
      done(t("message.copied"));
    } catch {
      failed(t("message.copyFailed"));
    }
  };
  const handleClick = ({ key }: { key: string }) => {
    if (key === "quote") onQuote(message);
    else if (key === "copy") void copy();
  };

  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: handleClick }}>
      <Button type="text" size="small" className={styles.menu} icon={<MoreOutlined />} aria-label={t("message.menu")} />
    </Dropdown>
  );
}
