import type { TemplateChoice } from "@homeroom/contract/chat-templates";
import type { FileId } from "@homeroom/contract/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { uploadHeader } from "../../../api/templates.ts";

/** A picture chosen for one message. */
export interface ChosenPicture {
  fileID: FileId;
  url: string;
}

interface TemplatePictureProps {
  choice: TemplateChoice;
  onChoose: (picture: ChosenPicture | null) => void;
}

/** The picture above a template: the template's own until another is chosen; a template made at WhatsApp has none here. */
export function TemplatePicture({ choice, onChoose }: TemplatePictureProps) {
  const { t } = useTranslation("inbox");
  // Removing the chosen picture restores the template's.
  const [round, setRound] = useState(0);
  const upload = async (file: File) => {
    const kept = await uploadHeader(file);
    onChoose(kept);
    return kept;
  };
  return (
    <div className={layout.closeGrid}>
      <span>{t("template.picture")}</span>
      <PictureUpload
        key={round}
        value={choice.pictureUrl}
        shape="square"
        maxMb={5}
        label={t("template.picture")}
        upload={upload}
        onChange={(fileID) => {
          if (fileID !== null) return;
          onChoose(null);
          setRound(round + 1);
        }}
      />
      <span className={layout.hint}>{t(choice.pictureUrl ? "template.pictureOwn" : "template.pictureNeeded")}</span>
    </div>
  );
}
