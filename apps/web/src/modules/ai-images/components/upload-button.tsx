import { UploadOutlined } from "@ant-design/icons";
import { imageLimits } from "@homeroom/contract/ai-images";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inTurn } from "#platform/in-turn.ts";
import { FileInput } from "#ui/choice/file-input.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { pictureProblem, pictureTypes } from "#ui/picture-upload/picture-rules.ts";
import { useImageWrites } from "../api.ts";

const maxMb = imageLimits.uploadBytes / 1024 / 1024;

/** Uploads pictures to the library; a refused one does not stop the others. */
export function UploadButton() {
  const { t } = useTranslation(["aiImages", "ui"]);
  const { done, failed } = useFeedback();
  const { upload } = useImageWrites();
  const [busy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    let count = 0;
    await inTurn(files, async (file) => {
      const problem = pictureProblem(file, maxMb);
      if (problem) {
        failed(t(`ui:picture.${problem}`, { number: maxMb }));
        return;
      }
      try {
        await upload(file);
        count += 1;
      } catch (reason) {
        failed(reason);
      }
    });
    setBusy(false);
    if (count > 0) done(t("uploaded", { count }));
  };
  return (
    <>
      <Button icon={<UploadOutlined />} loading={busy} onClick={() => picker.current?.click()}>
        {t("upload")}
      </Button>
      <FileInput ref={picker} multiple accept={pictureTypes.join(",")} onFiles={(files) => void take(files)} />
    </>
  );
}
