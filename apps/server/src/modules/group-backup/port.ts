import type { BackupGroup, BackupMessage } from "@homeroom/contract/backup";

/** The credentials with which a branch reads its group chats. */
export interface BackupAccess {
  readonly phoneID: string;
  readonly productID: string;
  readonly token: string;
}

export interface BackupPageRequest {
  readonly keywords: string | undefined;
  /** From 1. */
  readonly pageNum: number;
  readonly pageSize: number;
}

export interface BackupPage<Row> {
  readonly list: Row[];
  readonly total: number;
}

/** A service that keeps copies of group chats. Every call throws BackupFailure, and nothing else, on failure. */
export interface BackupProvider {
  /** The service's name of the phone with these credentials. */
  check(access: BackupAccess): Promise<{ phoneName: string }>;
  /** Group chats, latest first. */
  groups(access: BackupAccess, page: BackupPageRequest): Promise<BackupPage<BackupGroup>>;
  /** The messages of a group chat, latest first. */
  messages(access: BackupAccess, groupID: string, page: BackupPageRequest): Promise<BackupPage<BackupMessage>>;
  picture(access: BackupAccess, groupID: string, pictureID: string): Promise<{ body: Buffer; contentType: string }>;
}

export const backupFailures = ["refused", "unknownPhone", "notFound", "rateLimited", "unavailable"] as const;
export type BackupFailureReason = (typeof backupFailures)[number];

/** Why a call of the service failed. */
export class BackupFailure extends Error {
  override readonly name = "BackupFailure";
  readonly reason: BackupFailureReason;

  constructor(reason: BackupFailureReason, cause?: unknown) {
    super(`The backup service failed: ${reason}`, { cause });
    this.reason = reason;
  }
}
