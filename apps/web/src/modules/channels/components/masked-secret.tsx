import type { MaskedSecret as Masked } from "@homeroom/contract/channels";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";

/** A masked secret: its last characters, or that it is missing. */
export function MaskedSecret({ secret }: { secret: Masked }) {
  const { t } = useTranslation("channels");
  if (!secret.hasValue) return <StatusDot tone="warning" label={t("secret.missing")} />;
  if (secret.last4 === "") return t("secret.set");
  return (
    <span className={laid("figures breaking")}>
      <span aria-hidden>••••••</span>
      <span className="visually-hidden">{t("secret.endsWith")}</span>
      {secret.last4}
    </span>
  );
}
