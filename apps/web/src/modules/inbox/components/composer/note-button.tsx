import { FormOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";

/** Opens the place to write for colleagues, also where the customer cannot be written to. */
export function NoteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation("composer");
  return (
    <Button type="text" size="small" icon={<FormOutlined />} onClick={onOpen}>
      {t("note.open")}
    </Button>
  );
}
