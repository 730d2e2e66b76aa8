import { EnvironmentOutlined, HeartOutlined, ShoppingOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { Sticker } from "@homeroom/contract/chat-sticker";
import type { ChannelId } from "@homeroom/contract/ids";
import { Button, Popover } from "antd";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { sendSticker } from "../../../api/outgoing.ts";

const PlaceDialog = lazy(() => import("./place-dialog.tsx").then((dialog) => ({ default: dialog.PlaceDialog })));

const ProductDialog = lazy(() => import("./product-dialog.tsx").then((dialog) => ({ default: dialog.ProductDialog })));

const StickerBoard = lazy(() => import("./sticker-board.tsx").then((board) => ({ default: board.StickerBoard })));

interface PlaceButtonProps {
  card: ConversationCard;
  channel: ChannelId | null;
  onSent: () => void;
}

/** Opens the dialog for sending a place. */
export function PlaceButton({ card, channel, onSent }: PlaceButtonProps) {
  const { t } = useTranslation("composer");
  return (
    <DialogButton icon={<EnvironmentOutlined />} label={t("place.open")}>
      {(close) => <PlaceDialog card={card} channel={channel} onClose={close} onSent={onSent} />}
    </DialogButton>
  );
}

/** Opens the dialog for sending products. */
export function ProductButton({ card, onSent }: { card: ConversationCard; onSent: () => void }) {
  const { t } = useTranslation("composer");
  return (
    <DialogButton icon={<ShoppingOutlined />} label={t("product.open")}>
      {(close) => <ProductDialog card={card} onClose={close} onSent={onSent} />}
    </DialogButton>
  );
}

interface DialogButtonProps {
  icon: ReactNode;
  label: string;
  /** The dialog, which loads when it is opened. */
  children: (close: () => void) => ReactNode;
}

function DialogButton({ icon, label, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="text" icon={icon} aria-label={label} title={label} onClick={() => setOpen(true)} />
      {open && <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}

interface StickerButtonProps {
  card: ConversationCard;
  channel: ChannelId | null;
  onSent: () => void;
}

/** Opens the board of LINE stickers; renders nothing in channels without stickers. */
export function StickerButton({ card, channel, onSent }: StickerButtonProps) {
  const { t } = useTranslation("composer");
  const [open, setOpen] = useState(false);
  if (card.channel.kind !== "line") return null;
  const handlePick = (sticker: Sticker) => {
    setOpen(false);
    sendSticker({ conversationId: card.conversationId, leadId: card.leadId, channel, sticker });
    onSent();
  };
  const board = (
    <Suspense fallback={<div style={{ width: 306, height: 272 }} />}>
      <StickerBoard mayGuess={card.channel.sandbox} onPick={handlePick} />
    </Suspense>
  );
  return (
    <Popover trigger="click" placement="top" destroyOnHidden open={open} onOpenChange={setOpen} content={board}>
      <Button type="text" icon={<HeartOutlined />} aria-label={t("sticker.open")} title={t("sticker.open")} />
    </Popover>
  );
}
