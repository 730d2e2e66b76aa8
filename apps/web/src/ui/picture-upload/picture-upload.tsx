import { DeleteOutlined, PictureOutlined, UploadOutlined } from "@ant-design/icons";
import type { FileId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileInput } from "#ui/choice/file-input.tsx";
import { useHold } from "#ui/drawer-form/form-waits.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { LibraryButton } from "./library-button.tsx";
import type { LibraryPicture } from "./picture-library.ts";
import { pictureProblem, pictureTypes } from "./picture-rules.ts";
import styles from "./picture-upload.module.css";

interface PictureUploadProps {
  /** Address of the saved picture. */
  value: string | null;
  shape: "circle" | "square";
  maxMb: number;
  /** What the picture shows, as text: "logo". */
  label: string;
  /** Uploads the file; its form saves the record itself. */
  upload: (file: File) => Promise<{ fileID: FileId; url: string }>;
  /** The new picture's file with its address, or null if the picture was removed. */
  onChange: (fileID: FileId | null, url?: string) => void;
  disabled?: boolean;
}

/** A picture that can be replaced by choosing, dropping or pasting a file: JPG or PNG of at most `maxMb`. */
export function PictureUpload(props: PictureUploadProps) {
  const { shape, maxMb, label, onChange, disabled = false } = props;
  const { t } = useTranslation("ui");
  const inputRef = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { shown, busy, over, take, pick, setOver, clear } = usePicture(props);

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void take(event.dataTransfer.files[0]);
  };

  return (
    <div
      className={laid("middle gap16")}
      onPaste={(event) => void (disabled ? undefined : take(event.clipboardData.files[0]))}
      onDragOver={(event) => event.preventDefault()}
      onDragEnter={() => setOver(true)}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={handleDrop}
    >
      <button
        type="button"
        className={laid("centre quiet fixed noPadding round12 surface filledImage clip text24 pointer", styles.picture)}
        data-shape={shape}
        data-over={over || undefined}
        aria-label={t("picture.choose", { label })}
        aria-describedby={hintId}
        disabled={disabled || busy}
        onClick={() => inputRef.current?.click()}
      >
        {shown ? <img src={shown} alt="" /> : <PictureOutlined aria-hidden />}
      </button>
      <div className={layout.closeGrid}>
        <div className={laid("flexBox gap4")}>
          <Button
            size="small"
            icon={<UploadOutlined />}
            loading={busy}
            disabled={disabled}
            onClick={() => inputRef.current?.click()}
          >
            {t(shown ? "picture.replace" : "picture.upload")}
          </Button>
          {shape === "square" && <LibraryButton size="small" disabled={disabled || busy} onPick={pick} />}
          {shown && (
            <SmallIconButton
              icon={<DeleteOutlined />}
              disabled={disabled || busy}
              label={t("picture.remove", { label })}
              onClick={() => {
                clear();
                onChange(null);
              }}
            />
          )}
        </div>
        <span id={hintId} className={layout.small}>
          {t("picture.hint", { number: maxMb })}
        </span>
      </div>
      <FileInput ref={inputRef} accept={pictureTypes.join(",")} onFiles={([file]) => void take(file)} />
    </div>
  );
}

/** The picture on the screen: the saved one, the one being uploaded, or none. */
function usePicture({ value, maxMb, upload, onChange }: PictureUploadProps) {
  const { t } = useTranslation("ui");
  const { failed } = useFeedback();
  const hold = useHold();
  const [chosen, setChosen] = useState<string | null | undefined>();
  const [sending, setSending] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  useEffect(() => () => (sending ? URL.revokeObjectURL(sending) : undefined), [sending]);
  // Of several chosen pictures the last one counts, whichever answer arrives first.
  const latestRef = useRef<string | null>(null);

  const send = async (file: File) => {
    const mine = URL.createObjectURL(file);
    latestRef.current = mine;
    setSending(mine);
    try {
      const { fileID, url } = await upload(file);
      if (latestRef.current === mine) {
        setChosen(url);
        onChange(fileID, url);
      }
      return true;
    } catch (reason) {
      failed(reason);
      return false;
    } finally {
      setSending((current) => (current === mine ? null : current));
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const problem = pictureProblem(file, maxMb);
    if (problem) failed(t(`picture.${problem}`, { number: maxMb }));
    else await hold(send(file));
  };
  const before = chosen === undefined ? value : chosen;
  return {
    shown: sending ?? before,
    busy: sending !== null,
    over,
    setOver,
    take,
    pick: ({ fileID, url }: LibraryPicture) => {
      setChosen(url);
      onChange(fileID, url);
    },
    clear: () => setChosen(null),
  };
}
