import { FileImageOutlined, FontSizeOutlined } from "@ant-design/icons";
import { maxWelcomeSegments, maxWelcomeTextLength } from "@homeroom/contract/welcome";
import { Button, Input } from "antd";
import { useTranslation } from "react-i18next";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { useWelcomeWrites } from "../api/line.ts";
import { type DraftSegment, newKey } from "../rules/welcome-draft.ts";
import { WelcomeParts } from "./welcome-parts.tsx";

interface WelcomeSegmentsProps {
  segments: DraftSegment[];
  onChange: (segments: DraftSegment[]) => void;
  disabled: boolean;
}

/** The parts of a welcome message: texts and pictures, in the order in which they are sent. */
export function WelcomeSegments({ segments, onChange, disabled }: WelcomeSegmentsProps) {
  const { t } = useTranslation("line");
  const isFull = segments.length >= maxWelcomeSegments;
  return (
    <WelcomeParts
      title={t("welcome.segments")}
      parts={segments}
      least={1}
      most={maxWelcomeSegments}
      disabled={disabled}
      onChange={onChange}
      nameOf={({ kind }, number) => t(kind === "text" ? "welcome.textPart" : "welcome.imagePart", { number })}
      renderField={(segment, rest) => <SegmentField segment={segment} {...rest} />}
      adding={
        <>
          <Button
            icon={<FontSizeOutlined />}
            disabled={isFull}
            onClick={() => onChange([...segments, { key: newKey(), kind: "text", text: "" }])}
          >
            {t("welcome.addText")}
          </Button>
          <Button
            icon={<FileImageOutlined />}
            disabled={isFull}
            onClick={() => onChange([...segments, { key: newKey(), kind: "image", fileID: null, url: null }])}
          >
            {t("welcome.addImage")}
          </Button>
        </>
      }
    />
  );
}

interface SegmentFieldProps {
  segment: DraftSegment;
  number: number;
  disabled: boolean;
  onChange: (segment: DraftSegment) => void;
}

function SegmentField({ segment, number, disabled, onChange }: SegmentFieldProps) {
  const { t } = useTranslation("line");
  const { upload } = useWelcomeWrites();
  if (segment.kind === "text")
    return (
      <Input.TextArea
        value={segment.text}
        aria-label={t("welcome.textPart", { number })}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={maxWelcomeTextLength}
        showCount
        disabled={disabled}
        placeholder={t("welcome.textHint")}
        onChange={({ target }) => onChange({ ...segment, text: target.value })}
      />
    );
  return (
    <PictureUpload
      value={segment.url}
      shape="square"
      maxMb={10}
      label={t("welcome.picture")}
      disabled={disabled}
      upload={upload}
      onChange={(fileID, url) => onChange({ ...segment, fileID, url: url ?? null })}
    />
  );
}
