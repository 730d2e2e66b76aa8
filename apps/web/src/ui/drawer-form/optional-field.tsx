import { Form } from "antd";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { FoldContext, RevealedContext } from "./folded-fields.ts";
import { FormField, type FormFieldProps } from "./form-field.tsx";
import { fieldPath, pathKey } from "./issues.ts";

interface OptionalFieldProps extends FormFieldProps {
  label: string;
  /** A value that also counts as empty, such as that of "not specified". */
  blank?: unknown;
}

/** A field that its section folds while it is empty, has no error and nobody has opened it. */
export function OptionalField({ blank, ...field }: OptionalFieldProps): ReactNode {
  const isShown = useOptional({ names: [field.name], label: field.label, blank });
  return <FormField {...field} hidden={!isShown} />;
}

interface Optional {
  /** Its form fields; the first decides whether it is empty. */
  names: readonly string[];
  label: string;
  blank?: unknown;
}

/** Whether an optional field is shown. Once shown it stays, so that emptying it does not make it disappear. */
export function useOptional({ names, label, blank }: Optional): boolean {
  const section = useContext(FoldContext);
  const revealed = useContext(RevealedContext);
  const form = Form.useFormInstance();
  const path = fieldPath(names[0] ?? "");
  const watched: unknown = Form.useWatch(path, form);
  const value: unknown = watched ?? form.getFieldValue(path);
  const isWanted =
    !section ||
    section.isOpen ||
    !isEmpty(value, blank) ||
    names.some((name) => revealed.has(pathKey(fieldPath(name))));
  const [isShown, setShown] = useState(isWanted);
  if (isWanted && !isShown) setShown(true);

  const fold = section?.fold;
  const key = names.join();
  useEffect(() => (isShown ? undefined : fold?.(key, label)), [isShown, fold, key, label]);
  return isShown;
}

function isEmpty(value: unknown, blank: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || value === blank || (Array.isArray(value) && !value.length)
  );
}
