import { customLists } from "@homeroom/contract/media";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import styles from "../components/list-editor.module.css";
import { ListEditor } from "../components/list-editor.tsx";

const lists = ["leadStatuses", "tags", "contactResults", "regularContactTypes"] as const;

/** The lists used on leads: statuses, tags, contact results, kinds of regular contact. */
export function LeadSettings() {
  const { t } = useTranslation("leadSettings");
  const can = useCan();
  const may = {
    add: can("crm:option:add", "org:field:add"),
    edit: can("crm:option:edit", "org:field:edit"),
    remove: can("crm:option:delete", "org:field:delete"),
  };
  return (
    <Page>
      <PageHeader title={t("title")} detail={t("detail")} />
      <div className={laid("grid itemsStart", styles.grid)}>
        {lists.map((name) => (
          <ListEditor key={name} list={customLists[name]} name={name} may={may} />
        ))}
      </div>
    </Page>
  );
}
