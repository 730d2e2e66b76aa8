import { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { z } from "zod";
import { rowRooms, scopeRooms } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import { defineJob, requestOnce } from "#platform/jobs/job";
import { accountRoom, organizationRoom, sessionRoom } from "./rooms.ts";

const [ours, theirs] = [OrganizationId.parse(v7()), OrganizationId.parse(v7())];
/** Ids that both organisations use. */
const accountId = AccountId.parse(v7());
const branchId = BranchId.parse(v7());
const sessionId = v7();

const reaches = ["own", "branch", "organization"] as const;

function roomsOfPerson(organizationId: OrganizationId): string[] {
  const scopes = reaches.map(
    (reach) => ({ organizationId, accountId, reach, branchIds: [branchId] }) as unknown as Scope,
  );
  return [
    organizationRoom(organizationId),
    accountRoom(organizationId, accountId),
    sessionRoom(organizationId, sessionId),
    ...scopes.flatMap((scope) => scopeRooms("lead", scope)),
  ];
}

function roomsOfRow(organizationId: OrganizationId): string[] {
  return [accountId, null].flatMap((salesId) => rowRooms("lead", { organizationId, branchId, salesId, tutorId: null }));
}

test("the same branch, account and session in two organisations have no room in common", () => {
  const strangers = new Set(roomsOfPerson(theirs));
  expect([...roomsOfPerson(ours), ...roomsOfRow(ours)].filter((room) => strangers.has(room))).toEqual([]);
  expect(roomsOfRow(ours).every((room) => roomsOfPerson(ours).includes(room))).toBe(true);
});

test("unique jobs with the same key are one for each organisation", () => {
  const job = defineJob("look", z.object({ organizationId: OrganizationId }));
  const [first, same, other] = [ours, ours, theirs].map((organizationId) =>
    requestOnce(job, { organizationId }, { key: branchId, seconds: 30 }),
  );
  expect(first?.once).toEqual(same?.once);
  expect(other?.once).not.toEqual(first?.once);
});
