import type { PageRequest } from "@homeroom/contract/paging";
import { cutPage, readCursor } from "./cursor.ts";

/**
 * A page of rows by their ids, newest first: ids of version 7 are in the order in which the rows were made. Give `limit`
 * and `offset` to the query, use `below` as the upper bound of the ids, and pass the result to `cut`.
 */
export function pageById({ pageNum, pageSize, cursor }: PageRequest) {
  const below = cursor === undefined ? null : readCursor(cursor).id;
  return {
    below,
    limit: pageSize + 1,
    offset: below === null ? (pageNum - 1) * pageSize : 0,
    /** The rows of the page, and the cursor of the next where there are more. */
    cut<Row extends { recordID: string }>(found: readonly Row[], total: number) {
      const { rows: list, nextCursor } = cutPage(found, pageSize, ({ recordID }) => ({ value: null, id: recordID }));
      return { list, total, pageNum, pageSize, nextCursor };
    },
  };
}
