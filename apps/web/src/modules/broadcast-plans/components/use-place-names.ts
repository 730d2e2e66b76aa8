import { useTranslation } from "react-i18next";
import { placeName } from "../rules/template-places.ts";

/** Names a template's placeholder by its key. */
export function usePlaceNames(): (key: string) => string {
  const { t } = useTranslation("broadcastPlans");
  return (key) => {
    const { part, number } = placeName(key);
    return t(`placeName.${part}`, { number });
  };
}
