import { useTranslation } from "react-i18next";
import { CheckField } from "#ui/plain-form/check-field.tsx";
import { NewPasswordFields } from "#ui/plain-form/new-password-fields.tsx";
import type { StepProps } from "./step-props.ts";
import type { Registration } from "./use-registration.ts";

type PasswordStepProps = StepProps & Pick<Registration, "passwords" | "changePassword">;

/** The owner's password, and what the organisation agrees to. */
export function PasswordStep({ draft, change, problemAt, passwords, changePassword }: PasswordStepProps) {
  const { t } = useTranslation("register");
  return (
    <>
      {/* Prevents password managers from using another field as the user name. */}
      <input type="email" autoComplete="username" value={draft.email} readOnly hidden />
      <NewPasswordFields
        password={{
          name: "password",
          value: passwords.password,
          onChange: (password) => changePassword({ password }),
          problem: problemAt("password"),
        }}
        confirmation={{
          name: "confirmpassword",
          value: passwords.confirmpassword,
          onChange: (confirmpassword) => changePassword({ confirmpassword }),
          problem: problemAt("confirmpassword"),
        }}
      />
      <CheckField
        name="consent"
        label={t("consent")}
        checked={draft.consent}
        onChange={(consent) => change({ consent })}
        problem={problemAt("consent")}
      />
      <CheckField
        name="acceptMessage"
        label={t("acceptMessage")}
        checked={draft.acceptMessage}
        onChange={(acceptMessage) => change({ acceptMessage })}
      />
    </>
  );
}
