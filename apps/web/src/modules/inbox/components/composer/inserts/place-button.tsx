import { EnvironmentOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { ChannelId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

const PlaceDialog = lazy(() => import("./place-dialog.tsx").then((dialog) => ({ default: dialog.PlaceDialog })));

interface PlaceButtonProps {
  card: ConversationCard;
  channel: ChannelId | null;
  onSent: () => void;
}

/** Opens the choice of a place to send. */
export function PlaceButton({ card, channel, onSent }: PlaceButtonProps) {
  const { t } = useTranslation("composer");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        icon={<EnvironmentOutlined />}
        aria-label={t("place.open")}
        title={t("place.open")}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <PlaceDialog card={card} channel={channel} onClose={() => setOpen(false)} onSent={onSent} />
        </Suspense>
      )}
    </>
  );
}
