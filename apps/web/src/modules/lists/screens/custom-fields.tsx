import { customLists } from "@homeroom/contract/media";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import styles from "../components/list-editor.module.css";
import { ListEditor } from "../components/list-editor.tsx";

const lists = ["schoolsAndGrades", "productTypes", "businessCategories", "landingCategories"] as const;

/** The organisation's own lists that other screens offer: schools and grades, product types, categories. */
export function CustomFields() {
  const { t } = useTranslation("leadSettings");
  const can = useCan();
  const may = { add: can("org:field:add"), edit: can("org:field:edit"), remove: can("org:field:delete") };
  return (
    <Page>
      <PageHeader title={t("customFields.title")} detail={t("customFields.detail")} />
      <div className={laid("grid itemsStart", styles.grid)}>
        {lists.map((name) => (
          <ListEditor key={name} list={customLists[name]} name={name} may={may} />
        ))}
      </div>
    </Page>
  );
}
