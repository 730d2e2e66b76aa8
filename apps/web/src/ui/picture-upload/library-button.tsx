import { PictureOutlined } from "@ant-design/icons";
import { Button, type ButtonProps } from "antd";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { type LibraryPicture, PictureLibrary } from "./picture-library.ts";

interface LibraryButtonProps extends Pick<ButtonProps, "size" | "type" | "disabled" | "className"> {
  onPick: (picture: LibraryPicture) => void;
  /** Only the icon is shown. */
  bare?: boolean;
}

/** Chooses a picture from the library; renders nothing if the person has none. */
export function LibraryButton({ onPick, bare = false, ...button }: LibraryButtonProps) {
  const { t } = useTranslation("ui");
  const open = use(PictureLibrary);
  if (!open) return null;
  const pick = async () => {
    const picture = await open();
    if (picture) onPick(picture);
  };
  const words = t("picture.library");
  return (
    <Button
      {...button}
      icon={<PictureOutlined />}
      {...(bare && { "aria-label": words, title: words })}
      onClick={() => void pick()}
    >
      {bare ? null : words}
    </Button>
  );
}
