import type { SimilarLead } from "@homeroom/contract/leads";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";

const strong: readonly string[] = ["phone", "email"];

/** What two leads have in common, the strongest evidence first. */
export function SimilarWhy({ why }: { why: SimilarLead["why"] }) {
  const { t } = useTranslation("leads");
  return (
    <span className={laid("inlineFlex wrap gap4")}>
      {why.map((reason) => (
        <TintTag key={reason} color={strong.includes(reason) ? "red" : "neutral"}>
          {t(`merge.why.${reason}`)}
        </TintTag>
      ))}
    </span>
  );
}
