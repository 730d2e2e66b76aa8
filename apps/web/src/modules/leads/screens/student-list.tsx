import { type StudentRow, studentSorts } from "@homeroom/contract/lead-desk";
import { type ComponentProps, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useStudentList } from "../api/desk.ts";
import { LeadDesk } from "../components/desk/lead-desk.tsx";
import { useDesk } from "../components/desk/use-desk.ts";
import { useLeadCard, useLeadColumns } from "../components/lead-columns.tsx";
import { useStudentColumns } from "../components/student-columns.tsx";
import { sortRequest } from "../rules/list-request.ts";

const BulkActions = lazy(() =>
  import("../components/bulk/bulk-actions.tsx").then((bulk) => ({ default: bulk.BulkActions })),
);
const ListMenu = lazy(() => import("../components/bulk/list-menu.tsx").then((menu) => ({ default: menu.ListMenu })));

const bulkActions = (selected: ComponentProps<typeof BulkActions>) => (
  <Suspense fallback={null}>
    <BulkActions {...selected} kind="students" />
  </Suspense>
);

/** The students: leads that have bought or have the app, on the same desk. */
export function StudentList() {
  const { t } = useTranslation("students");
  const desk = useDesk(studentSorts);
  const list = listStateOf<StudentRow>(useStudentList({ ...desk.query, ...sortRequest(desk.sort) }));
  const columns = useStudentColumns(useLeadColumns(desk.writes), desk.today);
  const card = useLeadCard();

  return (
    <LeadDesk
      id="students"
      title={t("title")}
      desk={desk}
      list={list}
      columns={columns}
      card={card}
      searchPlaceholder={t("search")}
      actions={
        <Suspense fallback={null}>
          <ListMenu kind="students" query={desk.query} />
        </Suspense>
      }
      bulkActions={bulkActions}
      empty={<EmptyState title={t("none.title")} detail={t("none.detail")} />}
    />
  );
}
