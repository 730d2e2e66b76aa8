import { AccountId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { type StaffRow, staff } from "@homeroom/contract/staff";
import { Tree } from "antd";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { useNumberText } from "#platform/number-text.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { useSelection } from "#ui/data-table/selection.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { type StaffListRequest, type StaffScreen, useStaffChoices, useStaffList } from "../api/queries.ts";
import { useLiveStaff } from "../realtime.ts";
import { departmentTree } from "../rules/department-tree.ts";
import { listRequest, readSort, type StaffSortKey, sortText } from "../rules/list-request.ts";
import { BulkStanding } from "./bulk-standing.tsx";
import { InitialPasswordDialog, type IssuedPassword } from "./initial-password-dialog.tsx";
import styles from "./people-screen.module.css";
import { staffCard, useStaffColumns } from "./staff-columns.tsx";

// The form and the panel load on demand: the list does not need their fields and country data.
const AddStaff = lazy(() => import("./staff-form.tsx").then((form) => ({ default: form.AddStaff })));
const StaffPanel = lazy(() => import("./staff-detail.tsx").then((panel) => ({ default: panel.StaffPanel })));

const sortable: readonly StaffSortKey[] = ["nickname", "staffID", "lastSignInTime", "createTime"];
const adding: Readonly<Record<StaffScreen, Permission>> = {
  staff: "hr:staff:add",
  teacher: "hr:teacher:add",
  user: "sys:user:add",
};

interface PeopleScreenProps {
  screen: StaffScreen;
  /** Further actions on the whole list, such as an import. */
  actions?: (request: StaffListRequest, total: number | undefined) => ReactNode;
}

/** A list of people, filtered, with one of them open beside it: staff, teachers, or accounts. */
export function PeopleScreen({ screen, actions }: PeopleScreenProps) {
  const { t } = useTranslation("staff");
  const can = useCan();
  const wide = !useNarrow(1200);
  const definitions = useStaffFilters(screen);
  const filters = useUrlFilters(definitions);
  const address = usePeopleAddress();
  const sort = readSort(address.search.get("sort"), sortable);
  const request = listRequest(filters.values, sort);
  const list = listStateOf(useStaffList(screen, request));
  const [made, setMade] = useState<{ recordsn: AccountId; told: IssuedPassword } | null>(null);
  const columns = useStaffColumns(screen);
  const bulk = useBulk(screen, request, list);
  useLiveStaff();
  const opens = can("hr:staff:query", "sys:user:query", "hr:teacher:edit");
  const mayAdd = can(adding[screen]);
  const add = mayAdd && (
    <AddButton label={t(`add.${screen}`)} onClick={() => address.change({ new: "1", person: null })} />
  );

  return (
    <Page fill>
      <PageHeader
        title={t(`screens.${screen}`)}
        detail={<Count list={list} />}
        actions={
          <>
            {actions?.(request, list.total)}
            {add}
          </>
        }
      />
      <div className={laid("fill flexBox gap16", styles.columns)}>
        {screen === "user" && wide && (
          <DepartmentPane chosen={filters.values.dept ?? []} onChoose={(ids) => filters.set("dept", ids)} />
        )}
        <DataTable
          id={screen}
          label={t(`screens.${screen}`)}
          columns={columns}
          rowKey={(person) => person.recordsn}
          list={list}
          card={staffCard}
          sort={sort}
          onSort={(next) =>
            address.change({ sort: next ? sortText({ ...next, key: next.key as StaffSortKey }) : null })
          }
          {...(opens && { onOpen: (person: StaffRow) => address.open(person.recordsn), openKey: address.id })}
          {...bulk}
          toolbar={
            <FilterBar id={screen} filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
          }
          empty={
            <EmptyList
              filters={filters}
              noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
              none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
            />
          }
        />
      </div>
      <Suspense fallback={null}>
        {opens && address.id && <OpenPerson address={address} list={list} />}
        {mayAdd && address.search.has("new") && (
          <AddStaff
            screen={screen}
            onClose={() => address.change({ new: null })}
            onDone={(next) => {
              setMade(next);
              address.change({ new: null });
            }}
          />
        )}
      </Suspense>
      <InitialPasswordDialog
        told={made?.told ?? null}
        onClose={() => {
          // Not earlier: the record would cover the password.
          if (made && opens) address.open(made.recordsn);
          setMade(null);
        }}
      />
    </Page>
  );
}

/** The selection of the table with its actions; undefined without any of the permissions. */
function useBulk(screen: StaffScreen, request: StaffListRequest, list: ListState<StaffRow>) {
  const selection = useSelection(JSON.stringify(request));
  const may = useCan()("hr:staff:status", "sys:user:edit");
  if (!may || screen === "teacher") return {};
  const people = () =>
    selection.allMatching
      ? everyMatching(request)
      : Promise.resolve(list.rows.filter(({ recordsn }) => selection.keys.has(recordsn)));
  return { selection, bulkActions: <BulkStanding people={people} onDone={selection.clear} /> };
}

async function everyMatching(request: StaffListRequest): Promise<StaffRow[]> {
  const rows: StaffRow[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { resultData } = await api.call(staff.list, { ...request, pageSize: 100, pageNum });
    rows.push(...resultData.list);
    if (rows.length >= resultData.total || resultData.list.length === 0) return rows;
  }
}

function OpenPerson({ address, list }: { address: PeopleAddress; list: ListState<StaffRow> }) {
  const place = list.rows.findIndex(({ recordsn }) => recordsn === address.id);
  const goTo = (person: StaffRow | undefined) => person && (() => address.open(person.recordsn));
  if (!address.id) return null;
  const next = place >= 0 ? goTo(list.rows[place + 1]) : undefined;
  return (
    <StaffPanel
      id={address.id}
      editing={address.search.has("edit")}
      onEdit={(editing) => address.change({ edit: editing ? "1" : null })}
      onClose={() => address.change({ person: null, edit: null })}
      onPrevious={place > 0 ? goTo(list.rows[place - 1]) : undefined}
      onNext={
        next &&
        (() => {
          if (place >= list.rows.length - 3 && list.hasMore) list.loadMore();
          next();
        })
      }
    />
  );
}

function Count({ list }: { list: ListState<StaffRow> }) {
  const { t } = useTranslation("staff");
  const numberText = useNumberText();
  if (list.total === undefined) return null;
  const number = numberText(list.total);
  return t("count", { number, count: list.total });
}

/** The filters of a list of people, with their choices. */
function useStaffFilters(screen: StaffScreen): FilterDefinition[] {
  const { t } = useTranslation("staff");
  const choices = useStaffChoices();
  return useMemo(() => {
    const numbered = (key: string, name: string, numbers: number[]) => ({
      key,
      label: t(`fields.${name}`),
      options: numbers.map((number) => ({
        value: String(number),
        label: t(`${key === "status" ? "statuses" : "genders"}.${number}`),
      })),
    });
    const many = (key: string, name: string, options: readonly { value: string; label: string }[] = []) => ({
      key,
      label: t(`fields.${name}`),
      kind: "many" as const,
      options,
    });
    const role = many("role", "roles", choices?.roles);
    return [
      { ...numbered("status", "status", [1, 0, 2]), kind: "many", pinned: true },
      ...(screen === "teacher" ? [] : [{ ...role, pinned: true }]),
      { ...many("branch", "branches", choices?.branches), pinned: screen !== "user" },
      many("dept", "dept", choices?.departments),
      { ...numbered("gender", "gender", [1, 2, 0]), kind: "one" },
      { key: "createTime", label: t("fields.createTime"), kind: "dates" },
    ];
  }, [t, choices, screen]);
}

/** The state of a list of people in the address beside the filters: sort, the open person, the open form. */
function usePeopleAddress() {
  const { search, change } = useAddress();
  const parsed = AccountId.safeParse(search.get("person"));
  const id = parsed.success ? parsed.data : undefined;
  return {
    search,
    change,
    id,
    // Opening the first person adds a history step; moving on from there does not.
    open: (person: AccountId) => change({ person, edit: null }, id !== undefined),
  };
}

type PeopleAddress = ReturnType<typeof usePeopleAddress>;

interface DepartmentPaneProps {
  /** The departments that the list is filtered by. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

const everyone = "";

/** The organisation's departments beside a list; one of them filters it, with those below. */
function DepartmentPane({ chosen, onChoose }: DepartmentPaneProps) {
  const { t } = useTranslation("staff");
  const departments = useStaffChoices()?.departments;
  if (!departments || departments.length === 0) return null;
  const all = { key: everyone, value: everyone, title: t("departments.all"), children: [] };
  return (
    <nav className={laid("frame fixed pad12 scroll width220")} aria-label={t("departments.title")}>
      <h2 className={laid("hint strong below8", styles.departments)}>{t("departments.title")}</h2>
      <Tree
        blockNode
        defaultExpandAll
        treeData={[all, ...departmentTree(departments)]}
        selectedKeys={chosen.length > 0 ? [...chosen] : [everyone]}
        onSelect={([key]) => onChoose(key ? [String(key)] : [])}
      />
    </nav>
  );
}
