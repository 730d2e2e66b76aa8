import type { AuditModule } from "@homeroom/contract/audit";
import type { ErrorData, RefusalName } from "@homeroom/contract/errors/catalogue";
import type { BranchId, RecordId } from "@homeroom/contract/ids";
import type { ImportKindName } from "@homeroom/contract/imports";
import type { Language, Texts } from "@homeroom/contract/language";
import type { Permission } from "@homeroom/contract/permissions";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** One thing that a column may hold. */
export interface ImportField {
  readonly field: string;
  readonly labels: Texts;
  /** Other headings that mean it, in any language. */
  readonly synonyms: readonly string[];
  readonly required?: boolean;
  /** Any of these fields does as well as this required one. */
  readonly instead?: readonly string[];
  /** Several columns may hold it: as a list, or as lines that name their columns. */
  readonly many?: "list" | "lines";
}

/** An import that somebody asked for. */
export interface ImportRequest {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly branchId: BranchId;
  readonly language: Language;
  /** As the kind's own call takes them. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ImportFault {
  readonly field: string;
  readonly name: RefusalName;
  readonly data?: ErrorData;
  /** Said instead of the error's own text. */
  readonly message?: string;
}

/** What was saved differently from the file, or left out; in the language of the import. */
export interface ImportRemark {
  readonly field: string;
  readonly message: string;
}

/** A row as its kind understands it. `keys` are what may stand only once in a file: its e-mail, its number. */
export type ReadRow<Row> =
  | { readonly name: string; readonly row: Row; readonly keys: readonly { field: string; key: string }[] }
  | { readonly name: string; readonly faults: readonly ImportFault[] };

/** Remarks about a row that are shown beside its outcome. */
interface Told {
  readonly remarks?: readonly ImportRemark[];
  /** Cells by field as they were understood, where that differs from the file. */
  readonly shown?: Readonly<Record<string, string>>;
  /** What the record that is here already is called, when the actor may see it. */
  readonly match?: string;
}

export type WrittenRow = Told &
  (
    | { readonly outcome: "created"; readonly recordId: string; readonly version: number }
    | {
        readonly outcome: "updated";
        readonly recordId: string;
        readonly version: number;
        /** What an undo puts back. */
        readonly before: Readonly<Record<string, unknown>>;
      }
    | { readonly outcome: "skipped"; readonly recordId: string | null }
    | { readonly outcome: "invalid"; readonly faults: readonly ImportFault[] }
  );

/** Where an import stands when a batch is written. */
export interface BatchPlace {
  /** Records that the run has created before this batch. */
  readonly created: number;
  readonly dryRun: boolean;
  readonly importId: string;
  readonly fileName: string;
}

export interface ImportWriter<Row = unknown> {
  /** The outcome of a row whose keys appear in an earlier row; `wrong` by default. */
  readonly repeated?: "wrong" | "skipped";
  /** Understands one row, by the fields that are mapped. Pure. */
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
  /** As the import left it; another one says that somebody has changed it since. */
  readonly version: number;
  readonly before: Readonly<Record<string, unknown>> | null;
}

/** What an undo did with a record: it was undone, or it stays since it was changed or used, or it is gone already. */
export type UndoneRecord = "undone" | "changed" | "used" | "gone";

/** What can be imported: a module implements it for its own records and hands it to `importsModule`. */
export interface ImportKind {
  readonly name: ImportKindName;
  /** Any of them allows it. */
  readonly permissions: readonly Permission[];
  readonly audit: AuditModule;
  readonly fields: readonly ImportField[];
  /** Rows that are written, or taken back, in one transaction; 200 and 100 when nothing is said. */
  readonly batchRows?: number;
  /**
   * Reads what every batch needs. Throws an AppError when the request asks for what the actor may not do, or when the
   * actor is not allowed in any more: an import may begin again after a restart.
   */
  begin(tx: Tx, request: ImportRequest): Promise<ImportWriter>;
  /** What follows when all rows are written, in the transaction that says so; not after a trial. */
  finish?(tx: Tx, request: ImportRequest, written: { importId: RecordId; created: readonly string[] }): Promise<void>;
  /** Random initial passwords of the records that a run has made. */
  readonly passwords?: {
    /** Whether there is any to hand out. */
    waiting(tx: Tx, scope: Scope, ids: readonly string[]): Promise<boolean>;
    /** Hands them out and writes that down; handed out again, they are the same. */
    handOut(
      actor: Actor,
      run: { subject: { id: RecordId; name: string }; ids: readonly string[] },
    ): Promise<readonly { nickname: string; email: string; staffID: string; password: string }[]>;
  };
  /** The initial password that all imported people share; null when there is none. */
  initialPassword?(tx: Tx, scope: Scope): Promise<string | null>;
  /** Takes records back, in the batch's transaction; answers one word for each, in their order. */
  undo(tx: Tx, request: ImportRequest, records: readonly ImportedRecord[]): Promise<readonly UndoneRecord[]>;
  /** Rows below the heading of the template, and for some fields a list to choose from. */
  template(tx: Tx, request: Pick<ImportRequest, "actor" | "scope" | "language">): Promise<ImportTemplate>;
}

export interface ImportTemplate {
  readonly fileName: string;
  readonly samples: readonly Readonly<Record<string, string>>[];
  /** What a field takes; choices are offered in the cells. */
  readonly notes: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, readonly string[]>>;
}
