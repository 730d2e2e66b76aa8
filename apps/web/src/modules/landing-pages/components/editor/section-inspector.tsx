import { ArrowLeftOutlined } from "@ant-design/icons";
import { fieldsOfSection, type Section } from "@homeroom/contract/page-design/sections";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { withField } from "../../rules/document.ts";
import { FieldControl } from "./field-control.tsx";
import { IconButton } from "./icon-button.tsx";
import type { PageDocument } from "./use-page-document.ts";

interface SectionInspectorProps {
  section: Section;
  document: PageDocument;
  onBack: () => void;
}

/** The fields of the chosen section. */
export function SectionInspector({ section, document, onBack }: SectionInspectorProps) {
  const { t } = useTranslation("landingPages");
  const { id, type } = section;
  return (
    <div className={layout.grid}>
      <header className={laid("middle gap4")}>
        <IconButton type="text" icon={<ArrowLeftOutlined />} name={t("editor.allSections")} onClick={onBack} />
        <h2 className={layout.heading}>{t(`sections.${type}`)}</h2>
      </header>
      {fieldsOfSection(type).map((field) => (
        <FieldControl
          key={field.key}
          field={field}
          label={t(`fieldNames.${field.key}`)}
          value={(section as unknown as Record<string, unknown>)[field.key]}
          document={document}
          onChange={(value, path = field.key) =>
            document.change((list) => withField(list, { id, path, value }), `${id}.${path}`)
          }
        />
      ))}
    </div>
  );
}
