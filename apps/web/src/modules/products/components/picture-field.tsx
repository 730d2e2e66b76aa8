import { CloseOutlined, LeftOutlined, PlusOutlined, RightOutlined } from "@ant-design/icons";
import type { FileId } from "@homeroom/contract/ids";
import { productLimits } from "@homeroom/contract/products";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { FileInput } from "#ui/choice/file-input.tsx";
import { laid } from "#ui/laid.ts";
import { LibraryButton } from "#ui/picture-upload/library-button.tsx";
import type { LibraryPicture } from "#ui/picture-upload/picture-library.ts";
import { pictureTypes } from "#ui/picture-upload/picture-rules.ts";
import { usePictureList } from "#ui/picture-upload/use-picture-list.ts";
import { uploadPicture } from "../api/products.ts";
import type { ShownPicture } from "../rules/product-form.ts";
import styles from "./picture-field.module.css";

const maxMb = 8;

interface PictureFieldProps extends ControlledProps<FileId[]> {
  /** Where the pictures that are saved can be seen. */
  known: readonly ShownPicture[];
}

/** The pictures of a product in their order: several are chosen or dropped at once, the first one is shown in lists. */
export function PictureField(props: PictureFieldProps) {
  const { id, value = [], onChange } = props;
  const { t } = useTranslation("products");
  const input = useRef<HTMLInputElement>(null);
  const { busy, take, pick, addressOf } = usePictures(props);
  const swap = (index: number, by: number) => {
    const next = [...value];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    onChange?.(next);
  };
  return (
    <div
      className={laid("gridBox gap8", styles.pictures)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take([...event.dataTransfer.files]);
      }}
    >
      {value.map((fileID, index) => (
        <figure key={fileID} className={laid("gridBox outlined round8 clip relative", styles.picture)}>
          <img src={addressOf(fileID)} alt={t("pictureNumber", { number: index + 1 })} />
          {index === 0 && (
            <figcaption className={laid("pad0x6 round6 surface text12 textColour absolute", styles.cover)}>
              {t("cover")}
            </figcaption>
          )}
          <span className={laid("flexBox justifyBetween pad4")}>
            <Button
              size="small"
              icon={<LeftOutlined />}
              disabled={index === 0}
              aria-label={t("pictureForward", { number: index + 1 })}
              onClick={() => swap(index, -1)}
            />
            <Button
              size="small"
              icon={<RightOutlined />}
              disabled={index === value.length - 1}
              aria-label={t("pictureBack", { number: index + 1 })}
              onClick={() => swap(index, 1)}
            />
            <Button
              size="small"
              icon={<CloseOutlined />}
              aria-label={t("pictureRemove", { number: index + 1 })}
              onClick={() => onChange?.(value.filter((one) => one !== fileID))}
            />
          </span>
        </figure>
      ))}
      {value.length < productLimits.images && (
        <LibraryButton className={laid("flexColumn", styles.add)} disabled={busy} onPick={pick} />
      )}
      {value.length < productLimits.images && (
        <Button
          id={id ?? ""}
          className={laid("flexColumn", styles.add)}
          loading={busy}
          onClick={() => input.current?.click()}
        >
          {!busy && <PlusOutlined aria-hidden />}
          {t("addPicture")}
        </Button>
      )}
      <FileInput ref={input} multiple accept={pictureTypes.join(",")} onFiles={(files) => void take(files)} />
    </div>
  );
}

/** The pictures on the form, and where those can be seen that are not saved yet. */
function usePictures({ value = [], known, onChange = () => {} }: PictureFieldProps) {
  const [sent, setSent] = useState<readonly ShownPicture[]>([]);
  const onArrived = (picture: ShownPicture) => setSent((before) => [...before, picture]);
  const max = productLimits.images;
  const { busy, take } = usePictureList({ value, onChange, max, maxMb, upload: uploadPicture, onArrived });
  const addressOf = (id: FileId) => [...known, ...sent].find(({ fileID }) => fileID === id)?.url;
  const pick = (picture: LibraryPicture) => {
    onArrived(picture);
    onChange([...value, picture.fileID]);
  };
  return { busy, take, pick, addressOf };
}
