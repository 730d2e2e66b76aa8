import { Alert, Form } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type SimilarForm, useSimilar } from "../../api/lead-families.ts";
import { LeadLine } from "./lead-line.tsx";
import styles from "./merge.module.css";
import { SimilarWhy } from "./similar-why.tsx";

const pauseMs = 400;

/** In the form of a new lead: existing leads that may be the same person, fetched once the writer pauses. */
export function SimilarHint() {
  const { t } = useTranslation("leads");
  const form = useWritten();
  const enough = [form.nickname, form.email].some((text) => (text?.length ?? 0) > 1) || (form.phone?.length ?? 0) > 4;
  const found = useSimilar(form, enough);
  if (!enough || !found || found.list.length + found.taken.length === 0) return null;
  // A match that the person cannot see is only mentioned, not shown.
  const shown = found.list.length > 0;
  const names = found.taken.map((field) => t(`fields.${field}`)).join(t("comma"));
  return (
    <Alert
      className={layout.below16 ?? ""}
      type={found.taken.length > 0 ? "warning" : "info"}
      showIcon
      title={found.taken.length > 0 ? t("merge.taken", { names }) : t("merge.there")}
      description={
        shown && (
          <ul className={laid("column noPadding unmarked", styles.list)}>
            {found.list.map(({ lead, why }) => (
              <LeadLine key={lead.leadId} lead={lead} about={<SimilarWhy why={why} />} />
            ))}
          </ul>
        )
      }
    />
  );
}

function useWritten(): SimilarForm {
  const form = Form.useFormInstance();
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const nickname = text(Form.useWatch("nickname", form));
  const areaCode = text(Form.useWatch("areaCode", form));
  const phone = text(Form.useWatch("phone", form));
  const email = text(Form.useWatch("email", form));
  const [written, setWritten] = useState<SimilarForm>({});
  useEffect(() => {
    const timer = setTimeout(() => setWritten({ nickname, areaCode, phone, email }), pauseMs);
    return () => clearTimeout(timer);
  }, [nickname, areaCode, phone, email]);
  return written;
}
