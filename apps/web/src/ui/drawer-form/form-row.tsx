import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import styles from "./drawer-form.module.css";
import { FoldContext } from "./folded-fields.ts";

/** Fields side by side; stacked on a phone. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={laid("gridBox", styles.row)}>{children}</div>;
}

/** A titled group of fields. Its optional fields are folded behind a button that names them while they are empty. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation("ui");
  const [isOpen, setOpen] = useState(false);
  const [folded, setFolded] = useState<ReadonlyMap<string, string>>(new Map());
  const element = useRef<HTMLElement>(null);
  const fold = useCallback((key: string, label: string) => {
    setFolded((before) => new Map([...before, [key, label]]));
    return () => setFolded((before) => new Map([...before].filter(([other]) => other !== key)));
  }, []);
  const context = useMemo(() => ({ isOpen, fold }), [isOpen, fold]);
  const firstFolded = useRef<string>(undefined);
  useEffect(() => {
    if (!isOpen || firstFolded.current === undefined) return;
    document.getElementById(firstFolded.current)?.focus();
    firstFolded.current = undefined;
  }, [isOpen]);

  const unfold = () => {
    firstFolded.current = element.current?.querySelector<HTMLElement>(".ant-form-item-hidden [id]")?.id;
    setOpen(true);
  };
  return (
    <section ref={element} className={laid("ruled", styles.section)}>
      <h2 className={laid("strong below12 text14")}>{title}</h2>
      <FoldContext value={context}>{children}</FoldContext>
      {folded.size > 0 && (
        <Button type="dashed" size="small" icon={<PlusOutlined />} className={laid("below16 maxWide")} onClick={unfold}>
          <span className={laid("ellipsis clip")}>{[...folded.values()].join(t("form.listed"))}</span>
        </Button>
      )}
    </section>
  );
}
