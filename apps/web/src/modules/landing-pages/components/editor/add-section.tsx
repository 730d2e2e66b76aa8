import { PlusOutlined } from "@ant-design/icons";
import { mostSections, type SectionType, sectionTypes } from "@homeroom/contract/page-design/sections";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { withSection } from "../../rules/document.ts";
import { newSectionId } from "../../rules/section-id.ts";
import type { PageDocument } from "./use-page-document.ts";

interface AddSectionProps {
  document: PageDocument;
  /** The new one stands behind it. */
  afterId: string | null;
  onAdded: (id: string) => void;
}

/** Adds a section of a kind. */
export function AddSection({ document: { sections, change }, afterId, onAdded }: AddSectionProps) {
  const { t } = useTranslation("landingPages");
  const handleClick = ({ key }: { key: string }) => {
    const id = newSectionId();
    change((list) => withSection(list, { type: key as SectionType, id, afterId }));
    onAdded(id);
  };
  const items = sectionTypes.map((key) => ({ key, label: t(`sections.${key}`) }));
  return (
    <Dropdown menu={{ items, onClick: handleClick }} trigger={["click"]} disabled={sections.length >= mostSections}>
      <Button block icon={<PlusOutlined />}>
        {t("editor.add")}
      </Button>
    </Dropdown>
  );
}
