import { Form, Input } from "antd";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useRegisteredField } from "#ui/drawer-form/field-registry.ts";
import { fieldPath } from "#ui/drawer-form/issues.ts";
import { useOptional } from "#ui/drawer-form/optional-field.tsx";
import { laid } from "#ui/laid.ts";
import { AreaCodeSelect } from "./area-code-select.tsx";
import styles from "./phone-field.module.css";

interface PhoneFieldProps {
  label: string;
  /** The fields of the request: "phone" and "areaCode", or for example "contact1.phone" and "contact1.areaCode". */
  name?: string;
  areaCodeName?: string;
  required?: boolean;
  hint?: string;
  /** Folded by its section while there is no number. */
  optional?: boolean;
}

/** A phone in a drawer form: area code and number in one line under one label, with the errors of both below. */
export function PhoneField({ optional = false, ...field }: PhoneFieldProps) {
  return optional ? <OptionalPhone {...field} /> : <ShownPhone {...field} />;
}

function OptionalPhone(field: PhoneFieldProps) {
  const { name = "phone", areaCodeName = "areaCode" } = field;
  const isShown = useOptional({ names: [name, areaCodeName], label: field.label });
  return <ShownPhone {...field} hidden={!isShown} />;
}

function ShownPhone(props: PhoneFieldProps & { hidden?: boolean }) {
  const { label, name = "phone", areaCodeName = "areaCode", required = false, hint, hidden = false } = props;
  const { t } = useTranslation("ui");
  const number = <Input type="tel" inputMode="tel" maxLength={24} autoComplete="off" />;
  return (
    <Form.Item label={label} htmlFor={fieldPath(name).join("_")} required={required} extra={hint} hidden={hidden}>
      <div className={laid("gridBox gap8", styles.line)}>
        <Part name={areaCodeName} label={t("areaCodeOf", { field: label })} control={<AreaCodeSelect />} />
        <Part name={name} label={label} control={number} />
      </div>
    </Form.Item>
  );
}

/** One of the two; the item around both shows its errors. */
function Part({ name, label, control }: { name: string; label: string; control: ReactElement }) {
  useRegisteredField({ path: fieldPath(name), label, valueName: "value", control });
  return (
    <Form.Item name={fieldPath(name)} noStyle>
      {control}
    </Form.Item>
  );
}
