import { SmileOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

const EmojiBoard = lazy(() => import("./emoji-board.tsx").then(({ EmojiBoard }) => ({ default: EmojiBoard })));

/** Opens the board of emoji, which is fetched when it is first wanted. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("inbox");
  const [open, setOpen] = useState(false);
  const board = (
    <Suspense fallback={<div style={{ width: 306, height: 272 }} />}>
      <EmojiBoard onPick={onPick} />
    </Suspense>
  );
  return (
    <Popover trigger="click" placement="topLeft" destroyOnHidden open={open} onOpenChange={setOpen} content={board}>
      <Button type="text" icon={<SmileOutlined />} aria-label={t("composer.emoji")} title={t("composer.emoji")} />
    </Popover>
  );
}
