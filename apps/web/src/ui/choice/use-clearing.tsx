import { CloseCircleFilled } from "@ant-design/icons";
import { useTranslation } from "react-i18next";

/** The `allowClear` of a choice, with a label in the page's language: the kit's button is called "Clear" in every language. */
export function useClearing() {
  const { t } = useTranslation("ui");
  return { label: t("clearChoice"), clearIcon: <CloseCircleFilled /> };
}
