import { BranchId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A branch was opened, renamed, closed or deleted. */
export const branchChanged = defineEvent("branch.changed", z.object({ branchId: BranchId }));

/** The organisation's own data, its plan's state or its waiting deletion changed. */
export const organizationChanged = defineEvent("organization.changed", z.object({ organizationId: OrganizationId }));
