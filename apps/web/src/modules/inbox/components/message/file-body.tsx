import { CloudDownloadOutlined, FileUnknownOutlined } from "@ant-design/icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { reloadMessage } from "../../api/thread.ts";
import { stickerPicture } from "../../rules/composer/line-sticker.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { DocumentCard } from "./document-card.tsx";
import styles from "./file-body.module.css";
import { MessageText } from "./message-text.tsx";
import { Picture } from "./picture.tsx";
import { VoicePlayer } from "./voice-player.tsx";

/** A file in a message: shown, being fetched, lost, or just picked and being sent. */
export function FileBody({ message }: { message: ShownMessage }) {
  const { outgoing } = message;
  return (
    <div className={laid("column narrowable gap6")} data-kind={message.kind}>
      {outgoing ? <LocalFile message={message} /> : <StoredFile message={message} />}
      <MessageText text={message.text} />
    </div>
  );
}

function LocalFile({ message }: { message: ShownMessage }) {
  const file = message.outgoing?.file;
  if (!file) return null;
  if (file.preview && message.kind === "image") {
    return <Picture source={{ url: file.preview, name: file.name, width: null, height: null }} />;
  }
  return <DocumentCard name={file.name} size={file.content.size} url={null} />;
}

function StoredFile({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const { file, kind } = message;
  const [renewed, setRenewed] = useState(false);
  if (!file || file.lost) {
    return (
      <p className={laid("row quiet pad8x12 round8 minHeight40 dashed")}>
        <FileUnknownOutlined aria-hidden /> {t("file.lost")}
      </p>
    );
  }
  const { url, name, width, height } = file;
  if (url === null) {
    return (
      <p className={laid("row quiet pad8x12 round8 minHeight40 dashed")} role="status">
        <CloudDownloadOutlined aria-hidden /> {t("file.fetching")}
      </p>
    );
  }
  // An address is valid for an hour: the first failure fetches a new one.
  const handleError = () => {
    if (renewed) return;
    setRenewed(true);
    void reloadMessage(message).catch(() => undefined);
  };
  if (kind === "image") return <Picture source={{ url, name, width, height }} onError={handleError} />;
  if (kind === "sticker") {
    return <img className={styles.sticker} src={url} alt={t("kind.sticker")} loading="lazy" onError={handleError} />;
  }
  if (kind === "video") {
    return (
      <video
        className={laid("round8 maxWide", styles.video)}
        src={url}
        controls
        preload="metadata"
        aria-label={name}
        onError={handleError}
      />
    );
  }
  if (kind === "audio") {
    const label = message.details.voice === true ? t("kind.voice") : name || t("kind.audio");
    return <VoicePlayer url={url} label={label} onError={handleError} />;
  }
  return <DocumentCard name={name || t("kind.document")} size={file.size} url={url} />;
}

/** A LINE sticker that we sent: LINE's picture, or its number if that does not load. */
export function StickerBody({ stickerId }: { stickerId: string }) {
  const { t } = useTranslation("inbox");
  const [unseen, setUnseen] = useState(false);
  if (unseen)
    return <p className={laid("row quiet pad8x12 round8 minHeight40 dashed")}>{`${t("kind.sticker")} ${stickerId}`}</p>;
  return (
    <img
      className={styles.sticker}
      src={stickerPicture(stickerId)}
      alt={t("kind.sticker")}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setUnseen(true)}
    />
  );
}
