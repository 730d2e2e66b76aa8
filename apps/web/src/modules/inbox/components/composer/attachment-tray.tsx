import { CloseOutlined, FileOutlined } from "@ant-design/icons";
import type { ChannelKind } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { isLinkOnLine, sizeText } from "../../rules/composer/attachments.ts";
import styles from "./composer.module.css";
import type { Attachment } from "./use-attachments.ts";

interface AttachmentTrayProps {
  files: readonly Attachment[];
  onRemove: (id: string) => void;
  channelKind: ChannelKind;
}

/** The files that go with the next message. */
export function AttachmentTray({ files, onRemove, channelKind }: AttachmentTrayProps) {
  const { t } = useTranslation(["inbox", "composer"]);
  if (files.length === 0) return null;
  const linked = channelKind === "line" ? files.filter(({ content }) => isLinkOnLine(content.type)) : [];
  return (
    <>
      <Files files={files} onRemove={onRemove} />
      {linked.length > 0 && (
        <p className={laid("small flexBox gap12 pad0x12 leading18")} role="status">
          {t("composer:tools.asLink", { names: linked.map(({ name }) => name).join(t("composer:tools.and")) })}
        </p>
      )}
    </>
  );
}

function Files({ files, onRemove }: Pick<AttachmentTrayProps, "files" | "onRemove">) {
  const { t } = useTranslation("inbox");
  return (
    <ul className={laid("line scrollX unmarked", styles.tray)} aria-label={t("composer.attached")}>
      {files.map(({ id, name, preview, content }) => (
        <li key={id} className={laid("fixed relative", styles.attachment)}>
          {preview ? (
            <img src={preview} alt={name} />
          ) : (
            <span className={laid("column justifyCentre gap2 pad8x12 outlined round8", styles.attachedFile)}>
              <FileOutlined aria-hidden />
              <span title={name}>{name}</span>
              <small>{sizeText(content.size)}</small>
            </span>
          )}
          <button
            type="button"
            className={laid("centre edged circle raised absolute pointer width24 height24 text10", styles.remove)}
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
