import { useTranslation } from "react-i18next";
import { ChannelFields as Fields } from "#modules/lists/public.ts";

/** The lead channels that leads of an advertising platform come through. */
export function ChannelFields() {
  const { t } = useTranslation("advertising");
  return <Fields label={t("fields.channel")} secondaryLabel={t("fields.secondaryChannel")} hint={t("hints.channel")} />;
}
