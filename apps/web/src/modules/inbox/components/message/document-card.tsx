import {
  DownloadOutlined,
  FileExcelOutlined,
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
} from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { sizeText } from "../../rules/composer/attachments.ts";
import styles from "./file-body.module.css";

interface DocumentCardProps {
  name: string;
  size: number;
  /** Null while it is being sent. */
  url: string | null;
}

/** A file with its name; pressing it opens or saves it. */
export function DocumentCard({ name, size, url }: DocumentCardProps) {
  const { t } = useTranslation("inbox");
  const content = (
    <>
      <span className={laid("centre sunken quiet text16 height32", styles.documentIcon)}>
        <FileIcon name={name} />
      </span>
      <span>
        <span className={laid("cut block leading20")} title={name}>
          {name}
        </span>
        <span className={laid("small block", styles.documentSize)}>{size > 0 && sizeText(size)}</span>
      </span>
      {url && <DownloadOutlined aria-hidden />}
    </>
  );
  if (!url)
    return <span className={laid("gridBox alignCentre gap0x12 pad10x12 outlined", styles.document)}>{content}</span>;
  return (
    <a
      className={laid("gridBox alignCentre gap0x12 pad10x12 outlined", styles.document)}
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
