import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test, vi } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { viewCounter } from "./actions/count-views.ts";

const base = prepareDatabase();

test("views of an erased page are dropped after one try", async () => {
  const { organizationId } = await buildOrganization(base.db);
  const log = { ...base.platform.log, warn: vi.fn<() => void>() };
  const views = viewCounter(base.db, log);
  views.add({ organizationId, pageId: RecordId.parse(v7()), versionId: RecordId.parse(v7()) });
  await views.write();
  expect(log.warn).toHaveBeenCalledTimes(1);
  await views.close();
  expect(log.warn).toHaveBeenCalledTimes(1);
});
