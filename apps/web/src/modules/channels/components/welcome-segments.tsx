import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  FileImageOutlined,
  FontSizeOutlined,
} from "@ant-design/icons";
import { maxWelcomeSegments, maxWelcomeTextLength } from "@homeroom/contract/welcome";
import { Button, Input } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { useWelcomeWrites } from "../api/line.ts";
import { type DraftSegment, moved, newKey } from "../rules/welcome-draft.ts";
import styles from "./welcome-editor.module.css";

interface WelcomeSegmentsProps {
  segments: DraftSegment[];
  onChange: (segments: DraftSegment[]) => void;
  disabled: boolean;
}

/** The parts of a welcome message: texts and pictures, in the order in which they are sent. */
export function WelcomeSegments({ segments, onChange, disabled }: WelcomeSegmentsProps) {
  const { t } = useTranslation("line");
  const isFull = segments.length >= maxWelcomeSegments;
  const replace = (index: number, segment: DraftSegment) =>
    onChange(segments.map((one, place) => (place === index ? segment : one)));
  return (
    <section className={laid("column gap12")} aria-label={t("welcome.segments")}>
      <h2 className={laid("line title alignBaseline")}>
        {t("welcome.segments")}
        <span className={laid("small figures regular")}>
          {t("welcome.countOf", { count: segments.length, most: maxWelcomeSegments })}
        </span>
      </h2>
      {segments.map((segment, index) => (
        <PartFrame
          key={segment.key}
          title={t(segment.kind === "text" ? "welcome.textPart" : "welcome.imagePart", { number: index + 1 })}
          disabled={disabled}
          first={index === 0}
          last={index === segments.length - 1}
          onMove={(by) => onChange(moved(segments, index, by))}
          {...(segments.length > 1 && { onRemove: () => onChange(segments.filter((one) => one !== segment)) })}
        >
          <SegmentField
            segment={segment}
            number={index + 1}
            disabled={disabled}
            onChange={(one) => replace(index, one)}
          />
        </PartFrame>
      ))}
      {!disabled && (
        <div className={layout.rowWrap}>
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
        </div>
      )}
    </section>
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

interface PartFrameProps {
  title: string;
  first: boolean;
  last: boolean;
  disabled: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove?: () => void;
  children: ReactNode;
}

/** A part with the buttons that move and remove it. */
export function PartFrame({ title, first, last, disabled, onMove, onRemove, children }: PartFrameProps) {
  const { t } = useTranslation("line");
  const small = { type: "text", size: "small", disabled } as const;
  return (
    <div className={laid("outlined round8 surface", styles.part)}>
      <div className={laid("middle gap4 minHeight32")}>
        <span className={laid("small flex1")}>{title}</span>
        {!disabled && (
          <>
            <Button
              {...small}
              icon={<ArrowUpOutlined />}
              disabled={first}
              aria-label={t("welcome.up", { part: title })}
              onClick={() => onMove(-1)}
            />
            <Button
              {...small}
              icon={<ArrowDownOutlined />}
              disabled={last}
              aria-label={t("welcome.down", { part: title })}
              onClick={() => onMove(1)}
            />
            {onRemove && (
              <Button
                {...small}
                icon={<DeleteOutlined />}
                aria-label={t("welcome.remove", { part: title })}
                onClick={onRemove}
              />
            )}
          </>
        )}
      </div>
      {children}
    </div>
  );
}
