import type { AccountId, BranchId, ChannelId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { DomainProblem, DomainState } from "@homeroom/contract/landing-domains";
import type { EntryProblem } from "@homeroom/contract/landing-entries";
import type { ButtonAction } from "@homeroom/contract/landing-pages";
import type { SplitArm } from "@homeroom/contract/landing-splits";
import type { Language } from "@homeroom/contract/language";
import type { LineTrackingProblem } from "@homeroom/contract/line-tracking";
import type { Section } from "@homeroom/contract/page-design/sections";
import type { ThemeName } from "@homeroom/contract/page-design/themes";
import type { ColumnType, Generated, Selectable } from "kysely";
import type {
  CreatedAt,
  Day,
  Json,
  MaybeMoment,
  OrganizationColumns,
  RecordColumns,
  VersionedColumns,
} from "./columns.ts";

interface LandingSiteTable extends OrganizationColumns {
  site_name: string;
}

export interface LandingPageTable extends RecordColumns {
  page_id: RecordId;
  branch_id: BranchId;
  name: string;
  url_name: string;
  theme: ThemeName;
  category_id: RecordId | null;
  language: Language;
  channel_id: RecordId | null;
  secondary_channel_id: RecordId | null;
  button_action: ButtonAction;
  area_code: Generated<string>;
  phone: Generated<string>;
  preset_text: Generated<string>;
  line_id: Generated<string>;
  button_url: Generated<string>;
  tracking_code: Generated<string>;
  line_tracking: Generated<boolean>;
  webhook_url: Generated<string>;
  title: Generated<string>;
  description: Generated<string>;
  share_file_id: FileId | null;
  icon_file_id: FileId | null;
  consent_text: Generated<string>;
  sections: Json<Section[]>;
  picture_ids: FileId[];
  /** The draft's latest removed pictures: colleagues may restore them. */
  former_picture_ids: Generated<FileId[]>;
  /** Counts the edits that visitors would see. */
  revision: Generated<number>;
  published_revision: number | null;
  /** Of the draft. Null: the product's own host. */
  domain_id: RecordId | null;
  /** Where visitors see it. */
  published_domain_id: RecordId | null;
  /** Null while the page is offline or was never published. */
  live_version_id: RecordId | null;
  published_at: MaybeMoment;
  /** When staff took it offline; null while it is online. */
  offline_at: MaybeMoment;
  /** The version that visitors saw until then. */
  offline_version_id: RecordId | null;
  deleted_at: MaybeMoment;
}

/** The settings that decide what visitors see of a page, and where its links lead. */
export type PublishedColumn =
  | "theme"
  | "language"
  | "button_action"
  | "area_code"
  | "phone"
  | "preset_text"
  | "line_id"
  | "button_url"
  | "tracking_code"
  | "line_tracking"
  | "title"
  | "description"
  | "share_file_id"
  | "icon_file_id"
  | "consent_text"
  | "sections"
  | "picture_ids";

interface LandingVersionTable extends OrganizationColumns {
  version_id: RecordId;
  page_id: RecordId;
  number: number;
  content: Json<Pick<Selectable<LandingPageTable>, PublishedColumn>>;
  html: string;
  picture_ids: FileId[];
  has_tracking: boolean;
  created_by: AccountId | null;
  created_at: CreatedAt;
}

interface LandingClickTable extends OrganizationColumns {
  click_id: RecordId;
  page_id: RecordId;
  code: string;
  action: string;
  source: Json<Record<string, string>>;
  /** What the visitor saw; null: from before versions were recorded. */
  version_id: RecordId | null;
  lead_id: LeadId | null;
  /** LINE's id of the visitor, until they write or a month has passed. */
  line_user: string | null;
  line_channel_id: ChannelId | null;
  created_at: CreatedAt;
}

/** Clicks whose visitor has not written yet, of pages with a lead channel. */
type LeadPressView = Pick<
  LandingClickTable,
  "organization_id" | "code" | "line_user" | "line_channel_id" | "created_at"
> & { channel_id: RecordId; secondary_channel_id: RecordId | null };

interface LandingEntryTable extends OrganizationColumns {
  entry_id: RecordId;
  page_id: RecordId;
  fields: Json<Record<string, string>>;
  source: Json<Record<string, string>>;
  consent_text: string;
  state: "waiting" | "done" | "trap" | "failed";
  /** Why no lead was made from it. */
  problem: Generated<EntryProblem | null>;
  /** How often it was retried after its job gave up. */
  attempts: Generated<number>;
  version_id: RecordId | null;
  lead_id: LeadId | null;
  created_at: CreatedAt;
  done_at: MaybeMoment;
}

interface LandingDayTable extends OrganizationColumns {
  page_id: RecordId;
  day: Day;
  view_count: Generated<number>;
  click_count: Generated<number>;
  lead_count: Generated<number>;
}

/** Two versions of a page that visitors see alternately. */
interface LandingSplitTable extends OrganizationColumns {
  split_id: RecordId;
  page_id: RecordId;
  /** The live version at the start. */
  a_version_id: RecordId;
  b_version_id: RecordId;
  /** The revision of the draft that `b` was made from. */
  revision: number;
  a_views: Generated<number>;
  b_views: Generated<number>;
  started_by: AccountId | null;
  started_at: CreatedAt;
  ended_at: MaybeMoment;
  kept: SplitArm | null;
}

/** A host name of an organisation, at which its pages can be seen. */
interface LandingDomainTable extends OrganizationColumns {
  domain_id: RecordId;
  host: string;
  state: Generated<DomainState>;
  problem: DomainProblem | null;
  checked_at: MaybeMoment;
  created_by: AccountId | null;
  created_at: CreatedAt;
}

/** The spend of ads while they were bound to a page. */
interface AdPageSpendView extends OrganizationColumns {
  page_id: RecordId;
  currency: string;
  spend: number;
}

interface LandingDeliveryTable extends OrganizationColumns {
  delivery_id: RecordId;
  page_id: RecordId;
  body: string;
  state: Generated<"waiting" | "done" | "failed">;
  attempts: Generated<number>;
  /** An HTTP status; null without an answer. */
  status: number | null;
  problem: Generated<string>;
  next_at: MaybeMoment;
  created_at: CreatedAt;
}

/** The LINE tag to which pages report visitors' actions. */
interface LineTrackingSettingTable extends VersionedColumns {
  tag_id: string;
  secrets: Buffer;
  status: number;
  problem: LineTrackingProblem | null;
  due_at: ColumnType<Date, Date | undefined, Date>;
}

interface LineTrackingEventTable extends OrganizationColumns {
  event_id: RecordId;
  page_id: RecordId;
  kind: "press" | "form";
  click: Generated<string>;
  phone_hash: Generated<string>;
  email_hash: Generated<string>;
  /** The visitor's id at LINE; empty if unknown. */
  line_user: Generated<string>;
  /** LINE's number of the account that knows them. */
  line_channel: Generated<string>;
  happened_at: ColumnType<Date, Date, never>;
  state: Generated<"waiting" | "sent" | "failed">;
  attempts: Generated<number>;
  detail: Generated<string>;
  due_at: ColumnType<Date, Date | undefined, Date>;
}

export interface LandingTables {
  line_tracking_setting: LineTrackingSettingTable;
  line_tracking_event: LineTrackingEventTable;
  landing_delivery: LandingDeliveryTable;
  landing_site: LandingSiteTable;
  landing_page: LandingPageTable;
  landing_version: LandingVersionTable;
  landing_click: LandingClickTable;
  lead_press: LeadPressView;
  landing_entry: LandingEntryTable;
  landing_day: LandingDayTable;
  landing_split: LandingSplitTable;
  landing_domain: LandingDomainTable;
  ad_page_spend: AdPageSpendView;
}
