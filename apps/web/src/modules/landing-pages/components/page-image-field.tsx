import type { FileId } from "@homeroom/contract/ids";
import type { PagePicture } from "@homeroom/contract/landing-pages";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { uploadShownPicture } from "../api/pages.ts";

export const maxPictureMb = 10;

interface PageImageFieldProps extends ControlledProps<FileId | null> {
  known: readonly PagePicture[];
  label: string;
}

/** One picture of a page as a field of a form. */
export function PageImageField({ value = null, onChange, known, label }: PageImageFieldProps) {
  return (
    <PictureUpload
      value={known.find(({ fileID }) => fileID === value)?.url ?? null}
      shape="square"
      maxMb={maxPictureMb}
      label={label}
      upload={uploadShownPicture}
      onChange={(id) => onChange?.(id)}
    />
  );
}
