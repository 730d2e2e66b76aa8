import { CloseOutlined, PlusOutlined } from "@ant-design/icons";
import type { FileId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { FileInput } from "#ui/choice/file-input.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { LibraryButton } from "#ui/picture-upload/library-button.tsx";
import { pictureTypes } from "#ui/picture-upload/picture-rules.ts";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { usePictureList } from "#ui/picture-upload/use-picture-list.ts";
import { uploadPicture } from "../../api/pages.ts";
import { maxPictureMb } from "../page-image-field.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./section-inspector.module.css";
import type { PageDocument } from "./use-page-document.ts";

interface PictureControlProps {
  id: string;
  label: string;
  max: number;
  value: unknown;
  document: PageDocument;
  onChange: (value: unknown) => void;
}

/** One picture of a section. */
export function PictureControl({ label, value, document, onChange }: PictureControlProps) {
  return (
    <PictureUpload
      value={document.pictures.find(({ fileID }) => fileID === value)?.url ?? null}
      shape="square"
      maxMb={maxPictureMb}
      label={label}
      upload={uploadPicture}
      onChange={(fileID, url) => {
        onChange(fileID);
        if (fileID && url) void addMeasured(document, { fileID, url });
      }}
    />
  );
}

/** A picture from the library was not uploaded here, so its size is not known yet. */
async function addMeasured(document: PageDocument, { fileID, url }: { fileID: FileId; url: string }): Promise<void> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  document.addPicture({ fileID, url, width: picture.naturalWidth, height: picture.naturalHeight });
}

/** The pictures of a gallery: several are chosen at once. */
export function PicturesControl({ id, max, value, document, onChange }: PictureControlProps) {
  const { t } = useTranslation("landingPages");
  const input = useRef<HTMLInputElement>(null);
  const ids = value as FileId[];
  const onArrived = document.addPicture;
  const list = { value: ids, onChange, max, maxMb: maxPictureMb, upload: uploadPicture, onArrived };
  const { busy, take } = usePictureList(list);
  const isFull = ids.length >= max;
  return (
    <div className={laid("gridBox gap8")}>
      <div className={laid("gridBox gap8", styles.pictures)}>
        {ids.map((fileID, index) => (
          <figure key={fileID} className={laid("closeGrid", styles.picture)}>
            <img src={document.pictures.find((one) => one.fileID === fileID)?.url} alt="" />
            <IconButton
              size="small"
              icon={<CloseOutlined />}
              name={t("editor.itemRemove", { number: index + 1 })}
              onClick={() => onChange(ids.filter((one) => one !== fileID))}
            />
          </figure>
        ))}
      </div>
      <div className={layout.buttons}>
        <Button id={id} icon={<PlusOutlined />} loading={busy} disabled={isFull} onClick={() => input.current?.click()}>
          {t("editor.addPictures")}
        </Button>
        <LibraryButton
          disabled={busy || isFull}
          onPick={(picture) => {
            onChange([...ids, picture.fileID]);
            void addMeasured(document, picture);
          }}
        />
      </div>
      <FileInput ref={input} multiple accept={pictureTypes.join(",")} onFiles={(files) => void take(files)} />
    </div>
  );
}
