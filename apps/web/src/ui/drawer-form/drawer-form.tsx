import type { CallOptions } from "@homeroom/contract/client";
import { fieldsOf } from "@homeroom/contract/schema-fields";
import { Button, Drawer, Form, type FormInstance } from "antd";
import { type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { type Conflict, ConflictPanel } from "./conflict-panel.tsx";
import { type FieldRegistry, FieldRegistryContext } from "./field-registry.ts";
import { RevealedContext } from "./folded-fields.ts";
import { FormProblem } from "./form-problem.tsx";
import { FormWaitsContext, useFormWaits } from "./form-waits.ts";
import { type FieldProblem, fieldPath, holdsField, pathKey, placedProblems, problemsOf } from "./issues.ts";
import { mergeValues } from "./merge.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

/** Pass this to `api.call` as its third argument: the server's field errors then appear at their fields. */
export type FailureReport = Required<Pick<CallOptions, "onFailure">>;

interface DrawerFormProps<Schema extends z.ZodType, Result> {
  open: boolean;
  title: string;
  /** The contract's schema of the request: the same rules as the server's. */
  schema: Schema;
  initialValues: object;
  /**
   * The currently saved values, in the shape of `initialValues`. Fetched if somebody else has saved in the meantime
   * (STALE_DATA). The form then shows both versions and keeps the entered values.
   */
  reload?: () => Promise<object>;
  /** Makes the call. If it rejects, the error is shown and the drawer stays open. */
  onSubmit: (values: z.output<Schema>, report: FailureReport) => Promise<Result>;
  onDone: (result: Result) => void;
  onClose: () => void;
  /** The verb of the button; "save" by default. */
  submitLabel?: string;
  /** The button's action cannot be undone. */
  danger?: boolean;
  width?: number;
  children: ReactNode;
}

/**
 * A form in a drawer: validated with the contract's schema, with the server's errors at their fields, and with a
 * confirmation before unsaved changes are lost. Its fields are `<FormField>`s.
 */
export function DrawerForm<Schema extends z.ZodType, Result>(props: DrawerFormProps<Schema, Result>) {
  const { open, title, initialValues, onClose, width = 560 } = props;
  const { t } = useTranslation("ui");
  const narrow = useNarrow(width + 40);
  const formId = useId();
  const { form, busy, problem, conflict, registry, waits, revealed, submit, markChanged, changedRef, reset } =
    useContractForm(props);
  const mayLeave = useUnsavedGuard(changedRef);

  const handleClose = async () => {
    if (!(await mayLeave())) return;
    reset();
    onClose();
  };

  return (
    <Drawer
      open={open}
      title={title}
      size={narrow ? "100%" : width}
      onClose={() => void handleClose()}
      destroyOnHidden
      afterOpenChange={(shown) => {
        if (!shown) {
          reset();
          // Reopened, it starts with its initial values: the kit would keep what was entered, passwords included.
          form.resetFields();
        }
        // On a phone the keyboard would cover the form before the person has seen it.
        else if (!narrow) focusFirstField(formId);
      }}
      footer={
        <div className={laid("line justifyEnd")}>
          <Button onClick={() => void handleClose()}>{t("cancel")}</Button>
          <Button type="primary" danger={props.danger ?? false} htmlType="submit" form={formId} loading={busy}>
            {props.submitLabel ?? t("save")}
          </Button>
        </div>
      }
    >
      <Form
        id={formId}
        form={form}
        layout="vertical"
        initialValues={initialValues}
        onValuesChange={markChanged}
        onFinish={() => void submit()}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || busy) return;
          event.preventDefault();
          form.submit();
        }}
        disabled={busy}
        noValidate
      >
        <FormProblem text={problem} />
        {conflict && <ConflictPanel conflict={conflict} registry={registry} />}
        <FieldRegistryContext value={registry}>
          <FormWaitsContext value={waits}>
            <RevealedContext value={revealed}>{props.children}</RevealedContext>
          </FormWaitsContext>
        </FieldRegistryContext>
      </Form>
    </Drawer>
  );
}

/** Focuses the first input, unless a field of the form already has the focus. */
function focusFirstField(formId: string): void {
  const frame = document.getElementById(formId);
  if (!frame || frame.contains(document.activeElement)) return;
  const first = frame.querySelector("input, textarea");
  if (first instanceof HTMLTextAreaElement || (first instanceof HTMLInputElement && isWrittenIn(first))) first.focus();
}

const isWrittenIn = ({ type, disabled, readOnly, role }: HTMLInputElement) =>
  ["text", "email", "tel"].includes(type) && role !== "combobox" && !disabled && !readOnly;

type ContractFormProps<Schema extends z.ZodType, Result> = Pick<
  DrawerFormProps<Schema, Result>,
  "schema" | "initialValues" | "reload" | "onSubmit" | "onDone"
> & { open?: boolean };

/** The behaviour of a contract form, in any frame. */
export function useContractForm<Schema extends z.ZodType, Result>(props: ContractFormProps<Schema, Result>) {
  const { schema, onSubmit, onDone } = props;
  const initialValues = useOpened(props);
  const { t } = useTranslation("ui");
  const [language] = usePreference("language");
  const [form] = Form.useForm();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set());
  const changedRef = useRef(false);
  const waits = useFormWaits();
  const { conflict, registry, bringUpToDate, forget } = useConflict(form, { ...props, initialValues });

  const reset = () => {
    changedRef.current = false;
    setProblem(null);
    forget();
    waits.giveUp();
  };

  const values = () => sentValues(schema, initialValues, form.getFieldsValue(true) as object);

  /** Shows problems at their fields and returns the texts of those without a field. */
  const show = (problems: FieldProblem[]): string[] => {
    const names = form.getFieldsError().map(({ name }) => name);
    const { placed, homeless } = placedProblems(problems, names);
    form.setFields(placed.map(({ path, text }) => ({ name: path, errors: [text] })));
    const first = placed[0];
    // Before the focus moves there, so that a folded field can take it.
    flushSync(() => setRevealed((before) => new Set([...before, ...placed.map(({ path }) => pathKey(path))])));
    if (first) {
      form.scrollToField(first.path, { block: "center" });
      form.focusField(first.path);
    }
    return homeless.map(({ text }) => text);
  };

  const submit = async () => {
    const pending = waits.all();
    if (pending) {
      setBusy(true);
      const isComplete = await pending;
      setBusy(false);
      // The refused upload has already shown its own error.
      if (!isComplete) return;
    }
    const problems = problemsOf(schema, values(), language, t);
    if (problems.length > 0) return setProblem(show(problems)[0] ?? null);
    let atFields = false;
    let stale = false;
    const report: FailureReport = {
      onFailure: ({ errors, name }) => {
        stale = name === "STALE_DATA";
        const elsewhere = show(errors.map(({ field, message }) => ({ path: fieldPath(field), text: message })));
        atFields = errors.length > 0 && elsewhere.length === 0;
      },
    };
    setBusy(true);
    setProblem(null);
    try {
      const result = await onSubmit(schema.parse(values()), report);
      reset();
      onDone(result);
    } catch (reason) {
      const merged = stale && (await bringUpToDate());
      setProblem(atFields || merged ? null : typeof reason === "string" ? reason : t("somethingWrong"));
    } finally {
      setBusy(false);
    }
  };

  /** A field with an error is validated again as soon as it changes. */
  const markChanged = (patch: object) => {
    changedRef.current = true;
    // Queried by the key of a list or group, the kit would return none of the fields in it.
    const wrong = form.getFieldsError().filter(({ name, errors }) => errors.length > 0 && holdsField(patch, name));
    if (wrong.length === 0) return;
    const still = problemsOf(schema, values(), language, t);
    form.setFields(
      wrong.map(({ name }) => ({
        name,
        errors: still.filter(({ path }) => pathKey(path) === pathKey(name)).map(({ text }) => text),
      })),
    );
  };

  return { form, busy, problem, conflict, registry, waits, revealed, submit, markChanged, changedRef, reset };
}

/**
 * The values with which the form was opened. The record on the page may be refetched in the meantime: compared with that
 * one, untouched fields would look like the writer's changes and overwrite somebody else's.
 */
function useOpened({ initialValues, open = true }: { initialValues: object; open?: boolean }): object {
  const [opened, setOpened] = useState({ open, initialValues });
  if (open !== opened.open || (!open && initialValues !== opened.initialValues)) setOpened({ open, initialValues });
  return opened.initialValues;
}

/** What somebody else saved while the form was open, and the fields that can show it. */
function useConflict(
  form: FormInstance,
  { initialValues, reload }: Pick<DrawerFormProps<z.ZodType, unknown>, "initialValues" | "reload">,
) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [registry] = useState<FieldRegistry>(() => new Map());
  // The base of the form: the values it was opened with, or those that were saved when it was last merged.
  const baseRef = useRef<object | null>(null);

  /** Whether the form now holds the saved state with the writer's changes on top. */
  const bringUpToDate = async (): Promise<boolean> => {
    if (!reload) return false;
    try {
      const theirs = await reload();
      const base = baseRef.current ?? initialValues;
      const mine = { ...base, ...(form.getFieldsValue(true) as object) };
      const paths = [...registry.values()].map(({ path }) => path);
      const { values, taken, both } = mergeValues({ base, mine, theirs }, paths);
      form.setFieldsValue(values);
      baseRef.current = theirs;
      setConflict({ taken, both });
      return true;
    } catch {
      // The server's refusal is shown instead, and says what to do.
      return false;
    }
  };
  const forget = () => {
    baseRef.current = null;
    setConflict(null);
  };
  return { conflict, registry, bringUpToDate, forget };
}

/**
 * What a form sends. A cleared choice is sent as null if the schema allows it: a field that is left out of an edit keeps its
 * stored value.
 */
export function sentValues(schema: z.ZodType, initial: object, held: object): object {
  const fields = fieldsOf(schema);
  const before = initial as Record<string, unknown>;
  const cleared = Object.entries(held).filter(
    ([name, value]) => value === undefined && before[name] != null && fields[name]?.safeParse(null).success,
  );
  return { ...initial, ...held, ...Object.fromEntries(cleared.map(([name]) => [name, null])) };
}
