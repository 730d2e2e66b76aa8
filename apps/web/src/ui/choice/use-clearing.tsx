import { CloseCircleFilled } from "@ant-design/icons";
import { useTranslation } from "react-i18next";

/** The `allowClear` of a choice, with a button that says what it does: the kit's says "Clear" in every language. */
export function useClearing() {
  const { t } = useTranslation("ui");
  return { label: t("clearChoice"), clearIcon: <CloseCircleFilled /> };
}
