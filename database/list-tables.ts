import type { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { CreatedAt, MaybeMoment } from "./columns.ts";

export interface UtmLinkTable {
  organization_id: OrganizationId;
  utm_link_id: RecordId;
  url: string;
  source: string;
  medium: string;
  campaign: string;
  term: string;
  content: string;
  link: string;
  created_by: AccountId | null;
  created_at: CreatedAt;
  deleted_at: MaybeMoment;
}
