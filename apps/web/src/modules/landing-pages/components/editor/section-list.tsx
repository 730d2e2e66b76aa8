import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, HolderOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { usePointerDrag } from "#ui/drag/use-pointer-drag.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { moveSection, withCopy, withoutSection, wordsOf } from "../../rules/document.ts";
import { newSectionId } from "../../rules/section-id.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./section-list.module.css";
import type { PageDocument } from "./use-page-document.ts";

interface SectionListProps {
  document: PageDocument;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** The sections from top to bottom: chosen, dragged, moved by buttons, copied and removed. */
export function SectionList({ document: { sections, change }, chosen, onChoose }: SectionListProps) {
  const { t } = useTranslation("landingPages");
  const { start, dragged } = usePointerDrag<string>((id, target) =>
    change((list) => moveSection(list, { id, to: Number(target) })),
  );
  return (
    <ol className={laid("bareList closeGrid")} data-drag-scroll>
      {sections.map((section, index) => {
        const kind = t(`sections.${section.type}`);
        const { id } = section;
        const name = { name: kind, number: index + 1 };
        return (
          <li
            key={id}
            className={laid("middle gap4 pad4 outlined round8 surface", styles.section)}
            data-drop={index}
            data-over={dragged?.over === String(index) || undefined}
            data-chosen={id === chosen || undefined}
          >
            <span className={laid("quiet pad4 grab")} aria-hidden onPointerDown={(event) => start(event, id)}>
              <HolderOutlined />
            </span>
            <button
              type="button"
              className={laid("bare grow gridBox textStart", styles.name)}
              onClick={() => onChoose(id)}
            >
              <b className={layout.strong}>{kind}</b>
              <span className={laid("hint cut")}>{wordsOf(section)}</span>
            </button>
            <span className={layout.flexBox}>
              <IconButton
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                disabled={index === 0}
                name={t("editor.moveUp", name)}
                onClick={() => change((list) => moveSection(list, { id, to: index - 1 }))}
              />
              <IconButton
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                disabled={index === sections.length - 1}
                name={t("editor.moveDown", name)}
                onClick={() => change((list) => moveSection(list, { id, to: index + 1 }))}
              />
              <IconButton
                type="text"
                size="small"
                icon={<CopyOutlined />}
                name={t("editor.copy", name)}
                onClick={() => change((list) => withCopy(list, { id, copyId: newSectionId() }))}
              />
              <IconButton
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined />}
                name={t("editor.remove", name)}
                onClick={() => change((list) => withoutSection(list, id))}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
