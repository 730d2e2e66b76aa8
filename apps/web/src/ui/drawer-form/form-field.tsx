import { Form } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useRegisteredField } from "./field-registry.ts";
import { fieldPath } from "./issues.ts";

export interface FormFieldProps {
  /** The field of the request: "nickname", "contact1.phone". */
  name: string;
  /** The form list that contains it, "buttons" for "buttons.0.text": inside one, the kit counts from there. */
  within?: string;
  label: ReactNode;
  required?: boolean;
  /** One quiet line under the field. */
  hint?: ReactNode;
  /** The property of the control that holds the value; `checked` for switches. */
  valueName?: string;
  /** In the form and checked, but not on the screen. */
  hidden?: boolean;
  children: ReactElement;
}

/** One labelled field of a drawer form. Its rules are the schema's. */
export function FormField(props: FormFieldProps) {
  const { name, within = "", label, required = false, hint, valueName = "value", hidden = false, children } = props;
  const path = fieldPath(name);
  useRegisteredField({ path, label, valueName, control: children });
  return (
    <Form.Item
      name={path.slice(fieldPath(within).length)}
      label={label}
      required={required}
      extra={hint}
      valuePropName={valueName}
      hidden={hidden}
    >
      {children}
    </Form.Item>
  );
}
