import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";

/** Shown in an open form if a colleague or the customer has changed the order so that it can no longer be saved. */
export function NoLongerOffered() {
  const { t } = useTranslation("orders");
  return <Alert className={layout.below12} type="warning" showIcon role="alert" title={t("noLongerOffered")} />;
}
