import { CloseOutlined, DownloadOutlined } from "@ant-design/icons";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./file-body.module.css";

interface PictureProps {
  source: { url: string; name: string; width: number | null; height: number | null };
  onError?: () => void;
}

const longest = 320;
const shortest = 120;

/** A picture with its final size reserved, so that nothing moves when it loads; pressing it shows it in full. */
export function Picture({ source, onError }: PictureProps) {
  const { t } = useTranslation("inbox");
  const [open, setOpen] = useState(false);
  const { url, name } = source;
  const alt = name || t("kind.image");
  return (
    <>
      <button
        type="button"
        className={laid("block noPadding noBorder round8 maxWide clip filledImage", styles.picture)}
        style={sizeOf(source)}
        aria-label={t("file.enlarge", { name: alt })}
        onClick={() => setOpen(true)}
      >
        <img className={layout.block} src={url} alt={alt} loading="lazy" onError={onError} />
      </button>
      {open && <Lightbox url={url} name={alt} onClose={() => setOpen(false)} />}
    </>
  );
}

function sizeOf({ width, height }: PictureProps["source"]) {
  if (!width || !height) return { width: 240, aspectRatio: "4 / 3" };
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(shortest, Math.round(width * scale)),
    aspectRatio: `${width} / ${height}`,
    maxHeight: longest,
  };
}

function Lightbox({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const { t } = useTranslation("inbox");
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    close.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={laid("noPadding noBorder white", styles.lightbox)}
      aria-label={name}
      onClose={onClose}
    >
      <div className={laid("centre tall", styles.lightboxPlace)}>
        <img src={url} alt={name} />
      </div>
      <div className={laid("row wide pad12x16 absolute top0")}>
        <span className={laid("cut flex1")}>{name}</span>
        <a
          className={laid("centre noBorder round8 text16 white pointer height40 width40", styles.lightboxButton)}
          href={url}
          download={name}
          aria-label={t("file.download")}
        >
          <DownloadOutlined aria-hidden />
        </a>
        <button
          ref={close}
          type="button"
          className={laid("centre noBorder round8 text16 white pointer height40 width40", styles.lightboxButton)}
          aria-label={t("close")}
          onClick={() => dialog.current?.close()}
        >
          <CloseOutlined aria-hidden />
        </button>
      </div>
    </dialog>
  );
}
