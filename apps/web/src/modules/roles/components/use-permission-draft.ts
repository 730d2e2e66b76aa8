import type { MenuId } from "@homeroom/contract/ids";
import type { RoleForm } from "@homeroom/contract/roles";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUnsavedGuard } from "#ui/drawer-form/use-unsaved-guard.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useMenuOptions, useRoleMenuIds, useRoleWrites } from "../api.ts";
import { changesOf, copiedPermissions, indexOf, reapplied, tickable, toggled } from "../rules/permission-tree.ts";

/** The draft of a role's permissions, from the saved state to the current ticks. */
export function usePermissionDraft(role: RoleForm) {
  const ticks = useTicks(role);
  const { index, ticked, change } = ticks;
  const writes = useRoleWrites();
  const { t } = useTranslation("roles");
  const { done, failed } = useFeedback();
  const [linked, setLinked] = useState(true);
  const saving = useSaving(role, ticks);

  return {
    ...ticks,
    ...saving,
    linked,
    setLinked,
    toggle: (id: string, on: boolean) => change(toggled(index, ticked, { id, on, linked })),
    async takeOver(from: RoleForm["id"]) {
      try {
        const { ticked: theirs, left } = copiedPermissions(index, await writes.menuIdsNow(from));
        change(theirs);
        if (left > 0) done(t("tree.copied", { count: left }));
      } catch (reason) {
        failed(reason);
      }
    },
  };
}

export type PermissionDraft = ReturnType<typeof usePermissionDraft>;

interface Base {
  version: number;
  saved: ReadonlySet<string>;
}

type Ticks = ReturnType<typeof useTicks>;

/** The tree, the saved state, and the ticks. */
function useTicks(role: RoleForm) {
  const options = useMenuOptions();
  const ids = useRoleMenuIds(role.id);
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null);
  const [base, setBase] = useState<Base | null>(null);

  const tree = useMemo(() => tickable(options.data ?? []), [options.data]);
  const index = useMemo(() => indexOf(tree), [tree]);
  const known = useMemo(() => new Set<string>(ids.data), [ids.data]);
  // The initial state counts until the person is done, whatever is refetched in the background.
  const saved = draft && base ? base.saved : known;
  const ticked = draft ?? known;
  const changes = useMemo(() => changesOf(index, saved, ticked), [index, saved, ticked]);

  return {
    loading: options.isPending || ids.isPending,
    // Loaded data and ticks stay on the screen.
    error: (options.data ? null : options.error) ?? (ids.data ? null : ids.error),
    retry: () => void Promise.all([options.refetch(), ids.refetch()]),
    tree,
    index,
    ticked,
    changes,
    changed: changes.added.length + changes.removed.length > 0,
    version: base?.version ?? role.version,
    change(next: ReadonlySet<string>) {
      if (!draft) setBase({ version: role.version, saved: known });
      setDraft(next);
    },
    /** Rebases the person's changes on what somebody else has saved. */
    rebase(on: Base) {
      setBase(on);
      setDraft(reapplied(on.saved, changes));
    },
    forget() {
      setDraft(null);
      setBase(null);
    },
  };
}

function useSaving(role: RoleForm, ticks: Ticks) {
  const { ticked, changed, version, rebase, forget } = ticks;
  const writes = useRoleWrites();
  const { t } = useTranslation("roles");
  const { done, failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState(false);
  const changedRef = useRef(false);
  useEffect(() => {
    changedRef.current = changed;
  }, [changed]);
  useUnsavedGuard(changedRef);

  const reset = () => {
    forget();
    setStale(false);
  };
  const takeIn = async () => {
    // In this order: ticks older than the version would silently overwrite a save in between.
    const now = await writes.versionNow(role.id);
    const theirs = await writes.menuIdsNow(role.id);
    rebase({ version: now, saved: new Set<string>(theirs) });
    setStale(true);
  };
  const save = async () => {
    let isStale = false;
    setBusy(true);
    try {
      const grant = { id: role.id, version, menuIds: [...ticked] as MenuId[] };
      await writes.grant(grant, { onFailure: ({ name }) => (isStale = name === "STALE_DATA") });
      reset();
      done(t("saved"));
    } catch (reason) {
      if (isStale) await takeIn().catch(failed);
      else failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return { busy, stale, save, reset };
}
