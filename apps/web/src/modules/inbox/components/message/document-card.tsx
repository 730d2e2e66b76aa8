import {
  DownloadOutlined,
  FileExcelOutlined,
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
} from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { sizeText } from "../../rules/composer/attachments.ts";
import styles from "./file-body.module.css";

interface DocumentCardProps {
  name: string;
  size: number;
  /** Null while it is on its way. */
  url: string | null;
}

/** A file by its name; a press opens or saves it. */
export function DocumentCard({ name, size, url }: DocumentCardProps) {
  const { t } = useTranslation("inbox");
  const content = (
    <>
      <span
        className={`${layout.centre} ${layout.sunken} ${layout.quiet} ${layout.text16} ${layout.height32} ${styles.documentIcon}`}
      >
        <FileIcon name={name} />
      </span>
      <span>
        <span className={`${layout.cut} ${layout.block} ${layout.leading20}`} title={name}>
          {name}
        </span>
        <span className={`${layout.small} ${layout.block} ${styles.documentSize}`}>{size > 0 && sizeText(size)}</span>
      </span>
      {url && <DownloadOutlined aria-hidden />}
    </>
  );
  if (!url)
    return (
      <span
        className={`${layout.gridBox} ${layout.alignCentre} ${layout.gap0x12} ${layout.pad10x12} ${layout.outlined} ${styles.document}`}
      >
        {content}
      </span>
    );
  return (
    <a
      className={`${layout.gridBox} ${layout.alignCentre} ${layout.gap0x12} ${layout.pad10x12} ${layout.outlined} ${styles.document}`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("file.open", { name })}
    >
      {content}
    </a>
  );
}

function FileIcon({ name }: { name: string }) {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "pdf") return <FilePdfOutlined aria-hidden />;
  if (["xls", "xlsx", "csv"].includes(ending)) return <FileExcelOutlined aria-hidden />;
  if (["txt", "doc", "docx"].includes(ending)) return <FileTextOutlined aria-hidden />;
  return <FileOutlined aria-hidden />;
}
