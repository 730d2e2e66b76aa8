import { z } from "zod";

/** Ids are UUIDv7 strings, branded so that one noun's id does not fit where another's belongs. */
const id = <Brand extends string>() => z.uuid().brand<Brand>();

export const OrganizationId = id<"OrganizationId">();
export type OrganizationId = z.infer<typeof OrganizationId>;
export const BranchId = id<"BranchId">();
export type BranchId = z.infer<typeof BranchId>;
export const AccountId = id<"AccountId">();
export type AccountId = z.infer<typeof AccountId>;
export const RoleId = id<"RoleId">();
export type RoleId = z.infer<typeof RoleId>;
export const MenuId = id<"MenuId">();
export type MenuId = z.infer<typeof MenuId>;
export const LeadId = id<"LeadId">();
export type LeadId = z.infer<typeof LeadId>;
export const ChannelId = id<"ChannelId">();
export type ChannelId = z.infer<typeof ChannelId>;
export const ConversationId = id<"ConversationId">();
export type ConversationId = z.infer<typeof ConversationId>;
export const MessageId = id<"MessageId">();
export type MessageId = z.infer<typeof MessageId>;
export const FileId = id<"FileId">();
export type FileId = z.infer<typeof FileId>;
/** Id of a record without a brand of its own (list items, tags). */
export const RecordId = id<"RecordId">();
export type RecordId = z.infer<typeof RecordId>;
