import type { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { request } from "#platform/jobs/job";
import { type Reaction, reaction, type SocketMessage } from "#platform/outbox/events";
import { accountRoom, organizationRoom } from "#platform/outbox/rooms";
import { noticePublished, noticeRead, noticeRevoked } from "./events.ts";
import { mailNoticeJob } from "./jobs.ts";

/** A notice was published or revoked: only its recipients are notified. */
export const noticeReactions: readonly Reaction[] = [
  reaction({
    event: noticePublished,
    sockets: (about, { organizationId }) => tell({ ...about, organizationId, published: true }),
    jobs: ({ noticeId }, { organizationId }) => [request(mailNoticeJob, { organizationId, noticeId })],
  }),
  reaction({
    event: noticeRevoked,
    sockets: (about, { organizationId }) => tell({ ...about, organizationId, published: false }),
  }),
  reaction({
    event: noticeRead,
    sockets: ({ noticeId, accountId }, { organizationId }) => [
      {
        rooms: [accountRoom(organizationId, accountId)],
        event: "notice.changed",
        payload: { noticeId, published: false },
      },
    ],
  }),
];

interface About {
  organizationId: OrganizationId;
  noticeId: RecordId;
  accountIds: readonly AccountId[] | null;
  published: boolean;
}

function tell({ organizationId, noticeId, accountIds, published }: About): SocketMessage[] {
  const rooms = accountIds
    ? accountIds.map((id) => accountRoom(organizationId, id))
    : [organizationRoom(organizationId)];
  if (rooms.length === 0) return [];
  return [{ rooms, event: "notice.changed", payload: { noticeId, published } }];
}
