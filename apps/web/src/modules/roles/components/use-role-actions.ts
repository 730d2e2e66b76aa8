import type { RoleHolder, RoleRow } from "@homeroom/contract/roles";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useRoleWrites, viewAsRole } from "../api.ts";

type Subject = Pick<RoleRow, "id" | "name">;

const namedAtMost = 6;

/** The actions on a role outside of forms, with their confirmations. */
export function useRoleActions() {
  const { t } = useTranslation("roles");
  const { confirm, done, failed } = useFeedback();
  const writes = useRoleWrites();

  const names = (people: readonly RoleHolder[], count = people.length): string => {
    const shown = people
      .slice(0, namedAtMost)
      .map(({ nickname }) => nickname)
      .join(t("comma"));
    return count > namedAtMost ? t("remove.andOthers", { names: shown }) : shown;
  };

  /** A sentence with the people who could no longer sign in; empty if none. */
  const lockedOut = (people: readonly RoleHolder[]): string => {
    const out = people.filter((person) => person.onlyRole && person.status === 1);
    return out.length > 0 ? t("remove.lockedOut", { count: out.length, names: names(out) }) : "";
  };

  return {
    /** Deletes a role after a confirmation with its name, its number of people and the people who would be locked out. */
    async remove(role: Subject): Promise<boolean> {
      try {
        const { count, list } = await writes.holdersNow(role.id);
        const used = t("remove.used", { count, names: names(list, count) });
        const agreed = await confirm({
          title: t("remove.title", { name: role.name }),
          detail: count === 0 ? t("remove.unused") : `${used} ${lockedOut(list)}`,
          verb: t("delete"),
          danger: true,
        });
        if (!agreed) return false;
        await writes.remove(role.id);
        done(t("deleted", { name: role.name }));
        return true;
      } catch (reason) {
        failed(reason);
        return false;
      }
    },

    /** Whether the person confirms switching a role off, with the people affected in view. */
    async mayStop(role: Subject): Promise<boolean> {
      const { count, list } = await writes.holdersNow(role.id);
      if (count === 0) return true;
      const used = t("switchOff.used", { count, names: names(list, count) });
      return confirm({
        title: t("switchOff.title", { name: role.name }),
        detail: `${used} ${lockedOut(list)}`,
        verb: t("switchOff.verb"),
        danger: true,
      });
    },

    async viewAs(role: Subject): Promise<void> {
      await viewAsRole(role.id).catch(failed);
    },
  };
}
