import { DeleteOutlined } from "@ant-design/icons";
import type { EmailTemplateRow } from "@homeroom/contract/email-templates";
import { Button, Drawer } from "antd";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { nameColumn, personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useEmailTemplates, useEmailTemplateWrites } from "../api.ts";
import { contentOf } from "../rules/email-form.ts";
import { MailPreview } from "./mail-preview.tsx";

const EmailTemplateEditor = lazy(() =>
  import("./email-template-editor.tsx").then((editor) => ({ default: editor.EmailTemplateEditor })),
);

/** E-mail templates of the organisation. `switcher`: switches to templates of other kinds. */
export function EmailTemplateList({ switcher }: { switcher: ReactNode }) {
  const { t } = useTranslation("emailTemplates");
  const can = useCan();
  const filters = useUrlFilters(noFilters);
  const list = listStateOf<EmailTemplateRow>(useEmailTemplates(filters.keywords.slice(0, 100)));
  const { search, change } = useAddress();
  const columns = useColumns();
  const open = list.rows.find(({ recordID }) => recordID === search.get("template"));
  const close = () => change({ template: null, new: null });
  const add = can("bulk:template:add") && (
    <AddButton label={t("add")} onClick={() => change({ new: "1", template: null })} />
  );
  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total === undefined ? null : t("count", { number: list.total, count: list.total })}
        switcher={switcher}
        actions={add}
      />
      <DataTable
        id="emailTemplates"
        label={t("title")}
        columns={columns}
        list={list}
        card={({ name, subject, updateTime }) => ({
          title: name,
          aside: <RelativeTime value={updateTime} />,
          facts: [subject],
        })}
        onOpen={({ recordID }) => change({ template: recordID, new: null })}
        openKey={open?.recordID}
        toolbar={
          <FilterBar id="emailTemplates" filters={filters} definitions={noFilters} searchPlaceholder={t("search")} />
        }
        empty={
          filters.keywords ? (
            <EmptyState title={t("noMatch")} action={<Button onClick={filters.clear}>{t("clear")}</Button>} />
          ) : (
            <EmptyState title={t("none.title")} detail={t("none.detail")} action={add} />
          )
        }
      />
      <Suspense fallback={null}>
        {search.has("new") && add && <EmailTemplateEditor template={null} onClose={close} />}
        {open && can("bulk:template:edit") && (
          <EmailTemplateEditor key={open.recordID} template={open} onClose={close} />
        )}
        {open && !can("bulk:template:edit") && <Reading template={open} onClose={close} />}
      </Suspense>
    </Page>
  );
}

const noFilters: [] = [];

function Reading({ template, onClose }: { template: EmailTemplateRow; onClose: () => void }) {
  const narrow = useNarrow(480);
  return (
    <Drawer open title={template.name} size={narrow ? "100%" : 440} onClose={onClose}>
      <MailPreview content={contentOf(template)} />
    </Drawer>
  );
}

function useColumns(): Column<EmailTemplateRow>[] {
  const { t } = useTranslation("emailTemplates");
  const column = columnMaker<EmailTemplateRow>((key) => t(`fields.${key}`));
  return [
    nameColumn(t("fields.name"), { width: 200 }),
    column("subject", 280, ({ subject }) => subject, { grow: true }),
    column("category", 110, ({ category }) => t(`category.${category}`)),
    column("language", 110, ({ language }) => t(`languages.${language}`)),
    personColumn("updater", t("fields.updater"), { width: 120 }),
    timeColumn("updateTime", t("fields.updateTime")),
    column("remove", 56, (template) => <RemoveButton template={template} />, { title: "" }),
  ];
}

function RemoveButton({ template: { recordID, name } }: { template: EmailTemplateRow }) {
  const { t } = useTranslation("emailTemplates");
  const { confirm, done, failed } = useFeedback();
  const { remove } = useEmailTemplateWrites();
  if (!useCan()("bulk:template:delete")) return null;
  const handleClick = async () => {
    const question = { title: t("removeTitle", { name }), detail: t("removeDetail"), verb: t("remove"), danger: true };
    if (!(await confirm(question))) return;
    await remove(recordID).then(() => done(t("removed", { name })), failed);
  };
  return (
    <span data-own-click>
      <SmallIconButton
        icon={<DeleteOutlined />}
        label={t("removeTitle", { name })}
        onClick={() => void handleClick()}
      />
    </span>
  );
}
