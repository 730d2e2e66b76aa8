import type { AuditModule } from "@homeroom/contract/audit";
import type { ErrorData, RefusalName } from "@homeroom/contract/errors/catalogue";
import type { BranchId, RecordId } from "@homeroom/contract/ids";
import type { ImportKindName } from "@homeroom/contract/imports";
import type { Language, Texts } from "@homeroom/contract/language";
import type { Permission } from "@homeroom/contract/permissions";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A field that a column may contain. */
export interface ImportField {
  readonly field: string;
  readonly labels: Texts;
  /** Other headings for it, in any language. */
  readonly synonyms: readonly string[];
  readonly required?: boolean;
  /** Any of these fields satisfies this required one. */
  readonly instead?: readonly string[];
  /** Several columns may contain it: as a list, or as lines that name their columns. */
  readonly many?: "list" | "lines";
}

/** An import that somebody requested. */
export interface ImportRequest {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly branchId: BranchId;
  readonly language: Language;
  /** In the form of the kind's own call. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ImportFault {
  readonly field: string;
  readonly name: RefusalName;
  readonly data?: ErrorData;
  /** Shown instead of the error's own text. */
  readonly message?: string;
}

/** Values saved differently from the file, or left out; in the language of the import. */
export interface ImportRemark {
  readonly field: string;
  readonly message: string;
}

/** A row as its kind understands it. `keys` must be unique in the file: its e-mail, its number. */
export type ReadRow<Row> =
  | { readonly name: string; readonly row: Row; readonly keys: readonly { field: string; key: string }[] }
  | { readonly name: string; readonly faults: readonly ImportFault[] };

/** Remarks about a row, shown beside its outcome. */
interface RowRemarks {
  readonly remarks?: readonly ImportRemark[];
  /** Cells by field as understood, where that differs from the file. */
  readonly shown?: Readonly<Record<string, string>>;
  /** The name of the existing record, if the actor can see it. */
  readonly match?: string;
}

export type WrittenRow = RowRemarks &
  (
    | { readonly outcome: "created"; readonly recordId: string; readonly version: number }
    | {
        readonly outcome: "updated";
        readonly recordId: string;
        readonly version: number;
        /** The state that an undo restores. */
        readonly before: Readonly<Record<string, unknown>>;
      }
    | { readonly outcome: "skipped"; readonly recordId: string | null }
    | { readonly outcome: "invalid"; readonly faults: readonly ImportFault[] }
  );

/** The progress of an import when a batch is written. */
export interface BatchPlace {
  /** Records that the run created before this batch. */
  readonly created: number;
  readonly dryRun: boolean;
  readonly importId: string;
  readonly fileName: string;
}

export interface ImportWriter<Row = unknown> {
  /** The outcome of a row whose keys appear in an earlier row; `wrong` by default. */
  readonly repeated?: "wrong" | "skipped";
  /** Parses one row by the mapped fields. Pure. */
  read(cells: Readonly<Record<string, string>>): ReadRow<Row>;
  /**
   * Writes rows in the batch's transaction, by the same rules as the form, and returns their outcomes in order. A dry
   * run calls it too and rolls back, so it has no effect outside the transaction.
   */
  write(tx: Tx, rows: readonly Row[], at: BatchPlace): Promise<readonly WrittenRow[]>;
}

/** A record that an import wrote. */
export interface ImportedRecord {
  readonly recordId: string;
  readonly outcome: "created" | "updated";
  /** The version that the import left; any other means that somebody changed it since. */
  readonly version: number;
  readonly before: Readonly<Record<string, unknown>> | null;
}

/** The result for a record of an undo: undone, kept because it was changed or used, or gone already. */
export type UndoneRecord = "undone" | "changed" | "used" | "gone";

/** A kind of records to import: a module implements it for its own records and passes it to `importsModule`. */
export interface ImportKind {
  readonly name: ImportKindName;
  /** Any one of these permissions is enough. */
  readonly permissions: readonly Permission[];
  readonly audit: AuditModule;
  readonly fields: readonly ImportField[];
  /** Rows written, or undone, in one transaction; 200 and 100 by default. */
  readonly batchRows?: number;
  /**
   * Reads the data that every batch needs. Throws an AppError if the request exceeds the actor's rights, or if the
   * actor can no longer sign in: an import may continue after a restart.
   */
  begin(tx: Tx, request: ImportRequest): Promise<ImportWriter>;
  /** Runs when all rows are written, in the transaction that records it; not after a dry run. */
  finish?(tx: Tx, request: ImportRequest, written: { importId: RecordId; created: readonly string[] }): Promise<void>;
  /** Random initial passwords of the records that a run created. */
  readonly passwords?: {
    /** Whether there are any to hand out. */
    waiting(tx: Tx, scope: Scope, ids: readonly string[]): Promise<boolean>;
    /** Hands them out and logs it. A repeated call returns the same passwords. */
    handOut(
      actor: Actor,
      run: { subject: { id: RecordId; name: string }; ids: readonly string[] },
    ): Promise<readonly { nickname: string; email: string; staffID: string; password: string }[]>;
  };
  /** The initial password that all imported people share; null if there is none. */
  initialPassword?(tx: Tx, scope: Scope): Promise<string | null>;
  /** Undoes records in the batch's transaction. Returns a result for each, in their order. */
  undo(tx: Tx, request: ImportRequest, records: readonly ImportedRecord[]): Promise<readonly UndoneRecord[]>;
  /** Sample rows of the template, and for some fields a list to choose from. */
  template(tx: Tx, request: Pick<ImportRequest, "actor" | "scope" | "language">): Promise<ImportTemplate>;
}

export interface ImportTemplate {
  readonly fileName: string;
  readonly samples: readonly Readonly<Record<string, string>>[];
  /** The values that a field takes; choices are offered in the cells. */
  readonly notes: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, readonly string[]>>;
}
