import { SmileOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./composer.module.css";

/** The ones that a centre writes to parents; every keyboard has the rest. */
const emoji = [
  "😀 😄 😁 😆 😅 😂 🙂 😉 😊 🥰 😍 😘 😋 😎 🤗 🤔",
  "😴 😮 😯 😢 😭 😤 🥺 🙏 👍 👎 👌 ✌️ 👏 🙌 💪 🤝",
  "👋 🙆 🙇 🎉 🎊 🎁 🎂 🎈 🌟 ✨ 🔥 💯 ✅ ❌ ❗ ❓",
  "📚 📖 📝 🎓 🏫 🎨 🎹 🎸 🎤 ⚽ 🏀 🏸 🏊 💃 🥋 🧩",
  "📅 ⏰ 📍 📞 📷 🚌 🌈 🌞 🌧️ 🧧 🌸 ❤️ 🧡 💛 💚 💙",
];
const offered = emoji.flatMap((line) => line.split(" "));

/** A small board of emoji; it stays open, so that several can be picked. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("inbox");
  const [open, setOpen] = useState(false);
  const board = (
    <div className={styles.emoji} role="group" aria-label={t("composer.emoji")}>
      {offered.map((one) => (
        <button key={one} type="button" onClick={() => onPick(one)}>
          {one}
        </button>
      ))}
    </div>
  );
  return (
    <Popover trigger="click" placement="topLeft" open={open} onOpenChange={setOpen} content={board}>
      <Button type="text" icon={<SmileOutlined />} aria-label={t("composer.emoji")} title={t("composer.emoji")} />
    </Popover>
  );
}
