import { Suspense } from "react";
import { StaffImport } from "#modules/imports/public.ts";
import type { StaffListRequest } from "../api/queries.ts";
import { PeopleScreen } from "../components/people-screen.tsx";

/** The staff of the organisation. */
export function StaffList() {
  return <PeopleScreen screen="staff" actions={tables} />;
}

function tables(request: StaffListRequest, total: number | undefined) {
  return (
    <Suspense fallback={null}>
      <StaffImport filters={request} total={total} />
    </Suspense>
  );
}
