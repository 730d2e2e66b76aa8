import { CloseOutlined, FileOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../rules/attachments.ts";
import styles from "./composer.module.css";
import type { Attachment } from "./use-attachments.ts";

interface AttachmentTrayProps {
  files: readonly Attachment[];
  onRemove: (id: string) => void;
}

/** The files that go with the next message. */
export function AttachmentTray({ files, onRemove }: AttachmentTrayProps) {
  const { t } = useTranslation("inbox");
  if (files.length === 0) return null;
  return (
    <ul className={styles.tray} aria-label={t("composer.attached")}>
      {files.map(({ id, name, preview, content }) => (
        <li key={id} className={styles.attachment}>
          {preview ? (
            <img src={preview} alt={name} />
          ) : (
            <span className={styles.attachedFile}>
              <FileOutlined aria-hidden />
              <span title={name}>{name}</span>
              <small>{sizeText(content.size)}</small>
            </span>
          )}
          <button
            type="button"
            className={styles.remove}
            aria-label={t("composer.removeFile", { name })}
            onClick={() => onRemove(id)}
          >
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
