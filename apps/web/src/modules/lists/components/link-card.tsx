import { CheckOutlined, CopyOutlined, DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { saveFile } from "#platform/save-file.ts";
import { useCopied } from "#ui/feedback/use-copy.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useQrCode } from "#ui/qr-code/use-qr-code.ts";
import styles from "./link-card.module.css";

interface LinkCardProps {
  link: string;
  /** The file name of its saved QR code. */
  name: string;
  /** Why the link must not be used yet, as text. */
  problem?: string | null;
}

/** A campaign link to copy, and its QR code to save. */
export function LinkCard({ link, name, problem = null }: LinkCardProps) {
  const { t } = useTranslation("utm");
  const { failed } = useFeedback();
  const [copied, setCopied] = useCopied();

  const whenRight = (action: () => Promise<void>, otherwise: string) => async () => {
    if (problem) return failed(problem);
    await action().catch(() => failed(otherwise));
  };
  const copy = whenRight(async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  }, t("copyFailed"));
  const save = (kind: "png" | "svg") => whenRight(() => saveQrCode(link, `${name}.${kind}`, kind), t("saveFailed"));

  return (
    <div
      className={laid("flexBox wrap gap16 pad16 outlined round12 sunkenGround", styles.card)}
      data-outdated={problem ? true : undefined}
    >
      {!problem && <QrPicture link={link} label={t("qr", { name })} />}
      <div className={laid("column gap12 flex1", styles.words)}>
        <code className={laid("breaking text12 leading20", styles.link)}>{link}</code>
        <div className={layout.buttons}>
          <Button icon={copied ? <CheckOutlined /> : <CopyOutlined />} onClick={() => void copy()}>
            {copied ? t("copied") : t("copy")}
          </Button>
          <Button icon={<DownloadOutlined />} onClick={() => void save("png")()}>
            {t("savePng")}
          </Button>
          <Button icon={<DownloadOutlined />} onClick={() => void save("svg")()}>
            {t("saveSvg")}
          </Button>
        </div>
      </div>
    </div>
  );
}

function QrPicture({ link, label }: { link: string; label: string }) {
  const image = useQrCode(link, 320);
  return (
    <div className={laid("fixed round8 clip whiteGround", styles.qr)}>
      {image && <img src={image} alt={label} width={160} height={160} />}
    </div>
  );
}

const printWidth = 1024;

async function saveQrCode(link: string, fileName: string, kind: "png" | "svg"): Promise<void> {
  const { toCanvas, toString } = await import("qrcode");
  const options = { margin: 4, width: printWidth, errorCorrectionLevel: "M" } as const;
  if (kind === "svg") {
    const drawn = await toString(link, { ...options, type: "svg" });
    return saveFile({ content: new Blob([drawn], { type: "image/svg+xml" }), fileName });
  }
  const canvas = document.createElement("canvas");
  await toCanvas(canvas, link, options);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!content) throw new Error("The picture could not be drawn");
  saveFile({ content, fileName });
}
