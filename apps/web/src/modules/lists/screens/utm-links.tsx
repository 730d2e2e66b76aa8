import type { UtmLink } from "@homeroom/contract/media";
import { Button } from "antd";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import type { Column } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useUtmLinks, useUtmWrites } from "../api.ts";

const UtmBuilder = lazy(() => import("../components/utm-builder.tsx").then((part) => ({ default: part.UtmBuilder })));
const LinkPanel = lazy(() => import("../components/link-panel.tsx").then((part) => ({ default: part.LinkPanel })));

const noFilters: [] = [];

/** Campaign links: the existing ones, and the form that builds one. `tabs` switch to the other views. */
export function UtmLinks({ tabs }: { tabs?: ReactNode }) {
  const { t } = useTranslation("utm");
  const can = useCan();
  const filters = useUrlFilters(noFilters);
  const list = listStateOf(useUtmLinks(filters.keywords.slice(0, 100)));
  const { search, change } = useAddress();
  const [like, setLike] = useState<UtmLink>();
  const remove = useRemove(() => change({ link: null }));
  const columns = useLinkColumns();
  const open = list.rows.find(({ recordID }) => recordID === search.get("link"));
  const build = (from?: UtmLink) => {
    setLike(from);
    change({ new: "1", link: null });
  };
  const add = can("org:channel:utm") && <AddButton label={t("add")} onClick={() => build()} />;

  return (
    <Page fill>
      <PageHeader title={t("title")} detail={<Count list={list} />} actions={add} />
      {tabs}
      <DataTable
        id="utm"
        label={t("title")}
        columns={columns}
        list={list}
        card={({ campaign, medium, source, link }) => ({ title: campaign, aside: medium, facts: [source, link] })}
        onOpen={({ recordID }) => change({ link: recordID })}
        openKey={open?.recordID}
        toolbar={<FilterBar id="utm" filters={filters} definitions={noFilters} searchPlaceholder={t("search")} />}
        empty={
          filters.keywords ? (
            <EmptyState
              title={t("noMatch.title")}
              detail={t("noMatch.detail")}
              action={<Button onClick={filters.clear}>{t("noMatch.clear")}</Button>}
            />
          ) : (
            <EmptyState title={t("none.title")} detail={t("none.detail")} action={add} />
          )
        }
      />
      <Suspense fallback={null}>
        {open && (
          <LinkPanel
            link={open}
            onClose={() => change({ link: null })}
            {...(can("org:channel:utm") && { onAgain: () => build(open), onRemove: () => remove(open) })}
          />
        )}
        {search.has("new") && can("org:channel:utm") && (
          <UtmBuilder like={like} onClose={() => change({ new: null })} />
        )}
      </Suspense>
    </Page>
  );
}

/** Deletes at once, with an undo for some seconds. */
function useRemove(onGone: () => void): (link: UtmLink) => Promise<void> {
  const { t } = useTranslation("utm");
  const { undoable, failed } = useFeedback();
  const { remove, restore } = useUtmWrites();
  return async ({ recordID, campaign }) => {
    try {
      await remove(recordID);
      onGone();
      undoable(t("removed", { name: campaign }), () => void restore(recordID).catch(failed));
    } catch (reason) {
      failed(reason);
    }
  };
}

function Count({ list }: { list: ListState<UtmLink> }) {
  const { t } = useTranslation("utm");
  const numberText = useNumberText();
  if (list.total === undefined) return null;
  return t("count", { number: numberText(list.total), count: list.total });
}

/** The columns of a campaign link. */
function useLinkColumns(): Column<UtmLink>[] {
  const { t } = useTranslation("utm");
  const plain = (key: "source" | "medium" | "term" | "content", width: number, hiddenAtFirst = false) => ({
    key,
    title: t(`fields.${key}`),
    width,
    hiddenAtFirst,
    render: (link: UtmLink) => link[key] || null,
  });
  return [
    {
      key: "campaign",
      title: t("fields.campaign"),
      width: 200,
      frozen: true,
      render: ({ campaign }) => <b title={campaign}>{campaign}</b>,
    },
    plain("source", 160),
    plain("medium", 150),
    plain("term", 130, true),
    plain("content", 130, true),
    {
      key: "link",
      title: t("link"),
      width: 360,
      grow: true,
      render: ({ link }) => <span title={link}>{link}</span>,
    },
    personColumn("creator", t("fields.creator"), { width: 130 }),
    timeColumn("createTime", t("fields.createTime"), { width: 130 }),
  ];
}
