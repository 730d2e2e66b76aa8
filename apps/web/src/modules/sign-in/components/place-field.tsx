import type { SignInChoice } from "@homeroom/contract/login";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import styles from "#ui/plain-form/plain-form.module.css";

interface PlaceFieldProps {
  places: SignInChoice[];
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}

/** Shown when the account belongs to several organisations or branches. */
export function PlaceField({ places, value, onChange, problem }: PlaceFieldProps) {
  const { t } = useTranslation("signIn");
  const id = useId();
  const focusFirst = useFocusFirst();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t("place")}
      </label>
      <div className={styles.box} data-wrong={problem ? true : undefined}>
        <select
          id={id}
          name="place"
          className={styles.input}
          value={value}
          // It appears as the result of the sign-in, so it is the next thing to do.
          ref={focusFirst}
          onChange={({ target }) => onChange(target.value)}
        >
          {places.map((place) => (
            <option key={place.branchID} value={place.branchID}>
              {t("placeName", { organisation: place.organizationName, branch: place.branchName })}
            </option>
          ))}
        </select>
      </div>
      <p className={problem ? styles.problem : styles.hint}>{problem ?? t("placeHint")}</p>
    </div>
  );
}
