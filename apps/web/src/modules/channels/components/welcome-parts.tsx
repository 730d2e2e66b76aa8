import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { moved } from "../rules/welcome-draft.ts";
import styles from "./welcome-editor.module.css";

interface FieldProps<Part> {
  number: number;
  disabled: boolean;
  onChange: (part: Part) => void;
}

interface WelcomePartsProps<Part> {
  title: string;
  parts: Part[];
  /** The minimum number: fewer are not allowed. */
  least: number;
  most: number;
  disabled: boolean;
  onChange: (parts: Part[]) => void;
  nameOf: (part: Part, number: number) => string;
  renderField: (part: Part, props: FieldProps<Part>) => ReactNode;
  /** The buttons that add one. */
  adding: ReactNode;
}

/** Parts of a welcome message, in their order: each is edited, moved and removed in its place. */
export function WelcomeParts<Part extends { key: string }>(props: WelcomePartsProps<Part>) {
  const { title, parts, least, most, disabled, onChange, nameOf, renderField, adding } = props;
  const { t } = useTranslation("line");
  const replace = (index: number, part: Part) => onChange(parts.map((one, place) => (place === index ? part : one)));
  return (
    <section className={laid("column gap12")} aria-label={title}>
      <h2 className={laid("line title alignBaseline")}>
        {title}
        <span className={laid("small figures regular")}>{t("welcome.countOf", { count: parts.length, most })}</span>
      </h2>
      {parts.map((part, index) => (
        <PartFrame
          key={part.key}
          title={nameOf(part, index + 1)}
          disabled={disabled}
          first={index === 0}
          last={index === parts.length - 1}
          onMove={(by) => onChange(moved(parts, index, by))}
          {...(parts.length > least && { onRemove: () => onChange(parts.filter((one) => one !== part)) })}
        >
          {renderField(part, { number: index + 1, disabled, onChange: (changed) => replace(index, changed) })}
        </PartFrame>
      ))}
      {!disabled && <div className={layout.rowWrap}>{adding}</div>}
    </section>
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
function PartFrame({ title, first, last, disabled, onMove, onRemove, children }: PartFrameProps) {
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
