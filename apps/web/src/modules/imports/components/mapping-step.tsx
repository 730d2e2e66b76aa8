import type { FileId } from "@homeroom/contract/ids";
import type { ReadTable } from "@homeroom/contract/imports";
import { Alert, Button, Radio } from "antd";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { type Order, useDraft, useStart, useTable } from "../api.ts";
import {
  type Dialect,
  type Duplicates,
  missingFields,
  type WizardProps,
  withColumn,
  withRestInNotes,
} from "../rules.ts";
import { DialectPicker } from "./dialect-picker.tsx";
import styles from "./import-wizard.module.css";
import { LeadOptions, useLeadOptions } from "./lead-options.tsx";
import { MappingTable } from "./mapping-table.tsx";
import { StaffOptions, useStaffOptions } from "./staff-options.tsx";

/** The mapping of columns, shown with the file's first rows, and the handling of rows. */
export function MappingStep({ kind, fileID, goTo }: { fileID: FileId } & Pick<WizardProps, "goTo" | "kind">) {
  const { t } = useTranslation("imports");
  const draft = useDraft(fileID);
  const [dialect, setDialect] = useState<Dialect>(draft.kept?.dialect ?? {});
  const { data: table, error, refetch, isPlaceholderData } = useTable(kind, fileID, dialect);
  const change = (part: Dialect) => setDialect({ ...dialect, ...part });
  const { data: first } = useTable(kind, fileID, {});
  if (error) {
    return (
      <>
        <ErrorState message={String(error)} onRetry={() => void refetch()} />
        {first && <DialectPicker table={{ ...first, ...dialect }} onChange={change} busy={false} />}
        <Button onClick={() => goTo("new")}>{t("mapping.other")}</Button>
      </>
    );
  }
  if (!table) return <Waiting />;
  const Ready = tables[kind];
  return <Ready table={table} dialect={dialect} onDialect={change} reading={isPlaceholderData} goTo={goTo} />;
}

interface KindTableProps extends Pick<WizardProps, "goTo"> {
  table: ReadTable;
  dialect: Dialect;
  onDialect: (dialect: Dialect) => void;
  reading: boolean;
}

function StaffTable(props: KindTableProps) {
  const draft = useDraft(props.table.fileID);
  const options = useStaffOptions(draft.kept?.staff);
  return (
    <ReadyTable
      key={readingOf(props.table)}
      {...props}
      options={<StaffOptions options={options} />}
      ready={options.request.branchID !== undefined}
      orderOf={(mapping) => {
        draft.keep({ dialect: props.dialect, mapping, staff: options.values });
        const form = { fileID: props.table.fileID, mapping, ...options.request, ...props.dialect, dryRun: true };
        return { kind: "staff", form };
      }}
    />
  );
}

function LeadTable(props: KindTableProps) {
  const draft = useDraft(props.table.fileID);
  const options = useLeadOptions(draft.kept?.lead);
  return (
    <ReadyTable
      key={readingOf(props.table)}
      {...props}
      options={<LeadOptions options={options} />}
      ready
      orderOf={(mapping) => {
        draft.keep({ dialect: props.dialect, mapping, lead: options.values });
        const { fixes } = draft;
        const form = { fileID: props.table.fileID, mapping, fixes, ...options.request, ...props.dialect, dryRun: true };
        return { kind: "lead", form };
      }}
    />
  );
}

function ProductTable(props: KindTableProps) {
  const draft = useDraft(props.table.fileID);
  const [duplicates, setDuplicates] = useState(draft.kept?.product ?? "refuse");
  return (
    <ReadyTable
      key={readingOf(props.table)}
      {...props}
      options={<ProductOptions duplicates={duplicates} onChange={setDuplicates} />}
      ready
      orderOf={(mapping) => {
        draft.keep({ dialect: props.dialect, mapping, product: duplicates });
        const known = { skipDuplicates: duplicates === "skip", updateExisting: duplicates === "update" };
        return {
          kind: "product",
          form: { fileID: props.table.fileID, mapping, ...known, ...props.dialect, dryRun: true },
        };
      }}
    />
  );
}

/** Read in another way, the file has other columns, and starts with a new mapping. */
function readingOf({ columns }: ReadTable): string {
  return columns.join("\n");
}

const tables = { staff: StaffTable, lead: LeadTable, product: ProductTable } as const;

interface ReadyTableProps extends Omit<KindTableProps, "dialect"> {
  options: ReactNode;
  /** Whether the options are complete enough to continue. */
  ready: boolean;
  orderOf: (mapping: Record<string, string>) => Order;
}

function ReadyTable({ table, onDialect, reading, goTo, options, ready, orderOf }: ReadyTableProps) {
  const { t } = useTranslation("imports");
  const draft = useDraft(table.fileID);
  const kept = draft.kept?.mapping;
  // A mapping from before the file was read in another way may name columns that no longer exist.
  const fits = kept && Object.keys(kept).every((column) => table.columns.includes(column));
  const [mapping, setMapping] = useState(fits ? kept : table.mapping);
  const start = useStart();
  const missing = missingFields(table.fields, mapping);
  const isMany = (field: string | undefined) => table.fields.some((one) => one.field === field && one.many);
  const takesRest = table.columns.some((column) => !mapping[column]) && isMany("notes");
  const begin = () => start.mutate(orderOf(mapping), { onSuccess: ({ taskID }) => goTo(`task-${taskID}`) });
  return (
    <>
      <p className={laid("baseline wrap gap4x12")}>
        <strong className={layout.breaking}>{table.name}</strong>
        <span className={laid("hint noMargin")}>{t("mapping.rows", { count: table.rowCount })}</span>
        <Button type="link" size="small" onClick={() => goTo("new")}>
          {t("mapping.other")}
        </Button>
      </p>
      <DialectPicker table={table} onChange={onDialect} busy={reading} />
      {table.remembered && <Alert type="info" showIcon title={t("mapping.remembered")} />}
      <MappingTable
        table={table}
        mapping={mapping}
        onMap={(column, field) => setMapping(withColumn(mapping, { column, field, many: isMany(field) }))}
      />
      {takesRest && (
        <div>
          <Button size="small" onClick={() => setMapping(withRestInNotes(mapping, table.columns))}>
            {t("mapping.restToNotes")}
          </Button>
        </div>
      )}
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("mapping.missing", { fields: missing.map(({ label }) => label).join(t("comma")) })}
        />
      )}
      {options}
      {start.error && <Alert type="error" showIcon title={String(start.error)} />}
      <div className={laid("buttons justifyEnd lineAbove raised sticky", styles.footer)}>
        <Button
          type="primary"
          disabled={missing.length > 0 || !ready || reading}
          loading={start.isPending}
          onClick={begin}
        >
          {t("mapping.next")}
        </Button>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <div className={layout.stack}>
      <Skeleton width={240} height={20} />
      <Skeleton height={220} />
    </div>
  );
}

interface ProductOptionsProps {
  duplicates: Duplicates;
  onChange: (duplicates: Duplicates) => void;
}

/** What happens to existing products, and defaults for new ones. */
function ProductOptions({ duplicates, onChange }: ProductOptionsProps) {
  const { t } = useTranslation("imports");
  const can = useCan();
  const labelId = useId();
  const choices = (["refuse", "skip", "update"] as const).filter((one) => one !== "update" || can("sale:product:edit"));
  return (
    <fieldset className={laid("column flush gap12 noBorder")}>
      <legend className={laid("strong breaking text14 noMargin below8")}>{t("options.title")}</legend>
      <div className={laid("gridBox alignCentre gap8x16", styles.optionRow)}>
        <span id={labelId}>{t("product.duplicates")}</span>
        <Radio.Group
          aria-labelledby={labelId}
          value={duplicates}
          onChange={({ target }) => onChange(target.value as Duplicates)}
          options={choices.map((value) => ({
            value,
            label: t(value === "update" ? "product.update" : `options.${value}`),
          }))}
        />
      </div>
      <p className={layout.hint}>{t("product.drafts")}</p>
    </fieldset>
  );
}
