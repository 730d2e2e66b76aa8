import type {
  AccountId,
  BranchId,
  ChannelId,
  ConversationId,
  FileId,
  LeadId,
  MessageId,
  OrganizationId,
  RecordId,
  RoleId,
} from "@homeroom/contract/ids";
import type { Number } from "./number.ts";
import type { StaffRows } from "./staff-rows.ts";
import type { Person } from "./world.ts";

/** A lead and what belongs to it directly; the rows of single features are declared beside the code that creates them. */
export interface LeadRows {
  organizationId: OrganizationId;
  leadId: LeadId;
  nickname: string;
  /** The number as stored: digits without the area code. */
  phone: string;
  branchId: BranchId;
  /** A branch of its organisation that nothing belongs to. */
  spareBranchId: BranchId;
  organizationVersion: number;
  salesId: AccountId;
  /** A lead status and a lead channel of its organisation. */
  listItemId: RecordId;
  listItemName: string;
  leadChannelId: RecordId;
  leadChannelName: string;
  /** The same, but not used by any lead, and a campaign link. */
  spareItemId: RecordId;
  spareChannelId: RecordId;
  utmLinkId: RecordId;
  /** A recipient list that only `salesId` made for themselves. */
  targetId: RecordId;
  targetName: string;
  channelId: ChannelId;
  conversationId: ConversationId;
  inboundId: MessageId;
  pictureId: MessageId;
  failedId: MessageId;
  fileId: FileId;
  /** The signed address that its own people were given. */
  fileUrl: string;
  /** An abandoned delivery, and the text with the reason. */
  deliveryId: string;
  problem: string;
  /** An import that `salesId` began, and its file. */
  importId: RecordId;
  importFileId: FileId;
  /** A hand-over that `salesId` started. */
  handOverId: RecordId;
  /** A department of its organisation, and an entry of the audit log about the lead. */
  departmentId: RecordId;
  departmentVersion: number;
  auditId: RecordId;
  /** A view that is shared in its organisation. */
  viewId: RecordId;
  viewName: string;
  /**
   * A published notice for one person with access to the lead, and a draft; and that person's notification about the
   * lead.
   */
  noticeId: RecordId;
  draftId: RecordId;
  notificationId: RecordId;
  /** A note of the lead, by the person with access to these rows, and a reminder of `salesId`. */
  noteId: RecordId;
  noteWriterId: AccountId;
  reminderId: RecordId;
  /** What only people with access to the lead can read. */
  marks: readonly string[];
  /** A role of its organisation, which the teacher of `staff` holds. */
  roleId: RoleId;
  roleName: string;
  /** The lead's, as of the last `restoreRows`. */
  version: number;
  /** A teacher at the branch, one who has left, and the role of teacher there. */
  staff: StaffRows;
}

/** What the rows are created from. */
export interface RowsOf {
  number: Number;
  branchId: BranchId;
  /** The customer's digits, country code 852 first, and name. */
  customer: { phone: string; name: string };
  sales: AccountId;
  /** The person who answers the customer. */
  writer: Person;
}
