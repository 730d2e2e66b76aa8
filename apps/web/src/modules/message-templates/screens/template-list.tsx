import { SyncOutlined } from "@ant-design/icons";
import {
  reviewStatuses,
  type TemplateRow,
  templateCategories,
  templateLanguages,
  templateUsages,
} from "@homeroom/contract/message-templates";
import { Button } from "antd";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { HeadAction } from "#ui/page/head-action.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useTemplates, useTemplateWrites } from "../api.ts";
import { useTemplateCard, useTemplateColumns } from "../components/template-columns.tsx";
import { useTemplateActions } from "../components/use-template-actions.ts";

const TemplateEditor = lazy(() =>
  import("../components/template-editor.tsx").then((editor) => ({ default: editor.TemplateEditor })),
);
const TemplatePanel = lazy(() =>
  import("../components/template-panel.tsx").then((panel) => ({ default: panel.TemplatePanel })),
);

/** Message templates, with their review at WhatsApp. `switcher`: switches to templates of other kinds. */
export function TemplateList({ switcher }: { switcher: ReactNode }) {
  const { t } = useTranslation("messageTemplates");
  const can = useCan();
  const definitions = useFilters();
  const filters = useUrlFilters(definitions);
  const query = useTemplates(requestOf(filters.values, filters.keywords));
  const list = listStateOf<TemplateRow>(query);
  const channels = query.data?.pages[0]?.channels ?? [];
  const { search, change } = useAddress();
  const actions = useTemplateActions((recordID) => change({ template: recordID, new: null }));
  const columns = useTemplateColumns(actions);
  const card = useTemplateCard(actions);
  const open = list.rows.find(({ recordID }) => recordID === search.get("template"));
  const isConnected = channels.length > 0;
  const close = () => change({ template: null, new: null });
  const add = can("bulk:template:add") && isConnected && (
    <AddButton label={t("add")} onClick={() => change({ new: "1", template: null })} />
  );
  const isEditable = open && open.reviewStatus !== "pending" && can("bulk:template:edit");

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total === undefined ? null : t("count", { number: list.total, count: list.total })}
        switcher={switcher}
        actions={
          <>
            {isConnected && (can("bulk:template:add") || can("bulk:template:edit")) && <SyncButton />}
            {add}
          </>
        }
      />
      <DataTable
        id="messageTemplates"
        label={t("title")}
        columns={columns}
        list={list}
        card={card}
        onOpen={({ recordID }) => change({ template: recordID, new: null })}
        openKey={open?.recordID}
        toolbar={
          <FilterBar
            id="messageTemplates"
            filters={filters}
            definitions={definitions}
            searchPlaceholder={t("search")}
          />
        }
        empty={
          <Nothing
            filtered={Object.keys(filters.values).length > 0}
            clear={filters.clear}
            connected={isConnected}
            add={add}
          />
        }
      />
      <Suspense fallback={null}>
        {search.has("new") && add && <TemplateEditor channels={channels} onClose={close} />}
        {open && isEditable && (
          <TemplateEditor key={open.recordID} template={open} channels={channels} onClose={close} />
        )}
        {open && !isEditable && <TemplatePanel template={open} onClose={close} />}
      </Suspense>
    </Page>
  );
}

interface NothingProps {
  filtered: boolean;
  clear: () => void;
  connected: boolean;
  add: ReactNode;
}

function Nothing({ filtered, clear, connected, add }: NothingProps) {
  const { t } = useTranslation("messageTemplates");
  if (filtered)
    return (
      <EmptyState
        title={t("noMatch.title")}
        detail={t("noMatch.detail")}
        action={<Button onClick={clear}>{t("noMatch.clear")}</Button>}
      />
    );
  const which = connected ? "none" : "notConnected";
  return <EmptyState title={t(`${which}.title`)} detail={t(`${which}.detail`)} action={add} />;
}

function useFilters(): FilterDefinition[] {
  const { t } = useTranslation("messageTemplates");
  return useMemo(() => {
    const options = (values: readonly string[], texts: string) =>
      values.map((value) => ({ value, label: t(`${texts}.${value}`) }));
    return [
      {
        key: "reviewStatus",
        label: t("fields.reviewStatus"),
        kind: "many",
        options: options(reviewStatuses, "review"),
        pinned: true,
      },
      {
        key: "language",
        label: t("fields.language"),
        kind: "many",
        options: options(templateLanguages, "language"),
        pinned: true,
      },
      {
        key: "category",
        label: t("fields.category"),
        kind: "one",
        options: options(templateCategories, "category"),
        pinned: true,
      },
      { key: "usage", label: t("fields.usage"), kind: "one", options: options(templateUsages, "usage") },
    ];
  }, [t]);
}

/** The filters of the address that the server supports. */
function requestOf(values: Readonly<Record<string, readonly string[]>>, keywords: string) {
  const known = <Value extends string>(key: string, all: readonly Value[]) =>
    all.filter((one) => values[key]?.includes(one));
  const [category] = known("category", templateCategories);
  const [usage] = known("usage", templateUsages);
  const language = known("language", templateLanguages);
  const reviewStatus = known("reviewStatus", reviewStatuses);
  return {
    ...(keywords && { keywords: keywords.slice(0, 100) }),
    ...(language.length > 0 && { language }),
    ...(reviewStatus.length > 0 && { reviewStatus }),
    ...(category && { category }),
    ...(usage && { usage }),
  };
}

/** Fetches the templates from WhatsApp, and shows the result. */
function SyncButton() {
  const { t } = useTranslation("messageTemplates");
  const { done, failed } = useFeedback();
  const { sync } = useTemplateWrites();
  const [busy, setBusy] = useState(false);
  const handleSync = async () => {
    setBusy(true);
    try {
      const { added, updated, missing, skipped, failed: lost } = await sync();
      const parts = [
        t("sync.counts", { added, updated }),
        ...(missing > 0 ? [t("sync.missing", { number: missing })] : []),
        ...(skipped > 0 ? [t("sync.skipped", { number: skipped })] : []),
      ];
      done(parts.join(t("sync.also")));
      if (lost.length > 0) failed(t("sync.failed", { names: lost.map(({ name }) => name).join(t("sync.also")) }));
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return <HeadAction icon={<SyncOutlined />} label={t("sync.verb")} busy={busy} onClick={() => void handleSync()} />;
}
