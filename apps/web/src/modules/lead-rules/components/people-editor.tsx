import {
  type AssignmentRule,
  maxMembers,
  type RuleMember,
  ratioSum,
  type SalesPerson,
} from "@homeroom/contract/lead-rules";
import { Button, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { evenShares, filledShares, newMember } from "../rules/rule-form.ts";
import { MemberRow } from "./member-row.tsx";

interface PeopleEditorProps extends ControlledProps<RuleMember[]> {
  way: AssignmentRule;
  people: readonly SalesPerson[] | undefined;
  /** The names of members who are no longer among the people. */
  goneNames: ReadonlyMap<string, string>;
}

/** The members of a rule, with their shares and limits; shows the sum of the shares. */
export function PeopleEditor({ id, value = [], onChange, way, people, goneNames }: PeopleEditorProps) {
  const { t } = useTranslation("leadRules");
  const change = (next: RuleMember[]) => onChange?.(next);
  const chosen = new Set<string>(value.map(({ accountID }) => accountID));
  const options = people
    ?.filter(({ accountID }) => !chosen.has(accountID))
    .map(({ accountID, nickname, openLeads }) => ({
      value: accountID,
      label: t("personOption", { name: nickname, count: openLeads }),
    }));
  const setShares = (shares: readonly (number | null)[]) =>
    change(value.map((member, at) => ({ ...member, ratio: shares[at] ?? null })));
  const shares = value.map(({ ratio }) => ratio);
  const filled = filledShares(shares);
  return (
    <div className={layout.closeStack}>
      {value.length > 0 && (
        <ul className={laid("bareList outlined round8")}>
          {value.map((member, at) => (
            <MemberRow
              key={member.accountID}
              member={member}
              person={people?.find(({ accountID }) => accountID === member.accountID)}
              goneName={people ? (goneNames.get(member.accountID) ?? "") : ""}
              way={way}
              onChange={(next) => change(value.map((one, index) => (index === at ? next : one)))}
              onRemove={() => change(value.filter((_, index) => index !== at))}
            />
          ))}
        </ul>
      )}
      <div className={layout.line}>
        <Select
          {...(id && { id })}
          className={layout.grow ?? ""}
          value={null}
          options={options ?? []}
          loading={!people}
          disabled={value.length >= maxMembers}
          showSearch={{ optionFilterProp: "label" }}
          placeholder={people?.length === 0 ? t("noSales") : t("addPerson")}
          onChange={(accountID: RuleMember["accountID"] | null) =>
            accountID && change([...value, newMember(accountID)])
          }
        />
        {people && people.length > 1 && (options?.length ?? 0) > 1 && (
          <Button
            onClick={() =>
              change([...value, ...(options ?? []).map((one) => newMember(one.value))].slice(0, maxMembers))
            }
          >
            {t("addAll")}
          </Button>
        )}
      </div>
      {way === "ratio" && value.length > 0 && (
        <div className={laid("rowWrap figures")}>
          <SumText shares={shares} />
          {filled.join() !== shares.join() && (
            <Button size="small" onClick={() => setShares(filled)}>
              {t("sum.fill")}
            </Button>
          )}
          <Button size="small" onClick={() => setShares(evenShares(value.length))}>
            {t("sum.even")}
          </Button>
        </div>
      )}
    </div>
  );
}

function SumText({ shares }: { shares: readonly (number | null)[] }) {
  const { t } = useTranslation("leadRules");
  const sum = ratioSum(shares.map((ratio) => ({ ratio: ratio ?? 0 })));
  const isRight = sum === 100 && shares.every(Boolean);
  const rest = sum < 100 ? t("sum.left", { n: 100 - sum }) : sum > 100 ? t("sum.over", { n: sum - 100 }) : "";
  return (
    <span className={isRight ? layout.success : laid("warning text12 leading20")} aria-live="polite">
      {t("sum.total", { n: sum })}
      {rest && ` · ${rest}`}
    </span>
  );
}
