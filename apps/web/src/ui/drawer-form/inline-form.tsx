import { Button, Form } from "antd";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { laid } from "#ui/laid.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { type FailureReport, useContractForm } from "./drawer-form.tsx";
import { FieldRegistryContext } from "./field-registry.ts";
import { FormProblem } from "./form-problem.tsx";
import { FormWaitsContext } from "./form-waits.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

interface InlineFormProps<Schema extends z.ZodType, Result> {
  /** The contract's schema of the request: the same rules as the server's. */
  schema: Schema;
  initialValues: object;
  /** The currently saved values, as for a form in a drawer. */
  reload?: () => Promise<object>;
  onSubmit: (values: z.output<Schema>, report: FailureReport) => Promise<Result>;
  onDone: (result: Result) => void;
  /** Called when something in the form changed. */
  onChange?: () => void;
  submitLabel: string;
  /** A secondary button before the primary one; left out: none. */
  onCancel?: () => void;
  cancelLabel?: string;
  /** Makes the button as wide as the form, for pages that contain only the form. */
  block?: boolean;
  /** Asks before unsaved input is lost by leaving the page. */
  guarded?: boolean;
  children: ReactNode;
}

/** A small contract form in a dialog or on a page. Its fields are `<FormField>`s. */
export function InlineForm<Schema extends z.ZodType, Result>(props: InlineFormProps<Schema, Result>) {
  const {
    initialValues,
    submitLabel,
    onChange,
    onCancel,
    cancelLabel,
    block = false,
    guarded = false,
    children,
  } = props;
  const { t } = useTranslation("ui");
  const { form, busy, problem, conflict, registry, waits, submit, markChanged, changedRef } = useContractForm(props);
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initialValues}
      onValuesChange={(patch: object) => {
        markChanged(patch);
        onChange?.();
      }}
      onFinish={() => void submit()}
      disabled={busy}
      noValidate
    >
      {guarded && <UnsavedGuard changedRef={changedRef} />}
      <FormProblem text={problem} />
      {conflict && <ConflictPanel conflict={conflict} registry={registry} />}
      <FieldRegistryContext value={registry}>
        <FormWaitsContext value={waits}>{children}</FormWaitsContext>
      </FieldRegistryContext>
      <div className={laid("line justifyEnd above8")}>
        {onCancel && <Button onClick={onCancel}>{cancelLabel ?? t("cancel")}</Button>}
        <Button type="primary" htmlType="submit" loading={busy} block={block}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}

/** A component, since the public pages with such forms have no router. */
function UnsavedGuard({ changedRef }: { changedRef: RefObject<boolean> }) {
  useUnsavedGuard(changedRef);
  return null;
}
