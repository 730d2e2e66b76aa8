import { Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { EmailTemplateList } from "#modules/email-templates/public.ts";
import { useAddress } from "#ui/page/use-address.ts";
import { TemplateList } from "./template-list.tsx";

const kinds = ["whatsapp", "email"] as const;
type Kind = (typeof kinds)[number];

/** Templates of WhatsApp messages, or of e-mails. */
export function Templates() {
  const { t } = useTranslation("messageTemplates");
  const { search, change } = useAddress();
  const kind: Kind = search.get("kind") === "email" ? "email" : "whatsapp";
  const switcher = (
    <Segmented<Kind>
      value={kind}
      aria-label={t("kinds.label")}
      options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      onChange={(value) => change({ kind: value === "email" ? "email" : null, template: null, new: null })}
    />
  );
  return kind === "email" ? <EmailTemplateList switcher={switcher} /> : <TemplateList switcher={switcher} />;
}
