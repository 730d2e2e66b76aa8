import { createContext, type ReactElement, type ReactNode, useContext, useEffect } from "react";
import type { Path } from "./merge.ts";

/** What a form knows about one of its fields: enough to show another value of it. */
export interface FieldFacts {
  path: Path;
  label: ReactNode;
  valueName: string;
  control: ReactElement;
}

/** The fields of a form that are on the screen, by their path. */
export type FieldRegistry = Map<string, FieldFacts>;

export const FieldRegistryContext = createContext<FieldRegistry | null>(null);

/** Registers a field with the form around it for as long as it is on the screen. */
export function useRegisteredField(facts: FieldFacts): void {
  const registry = useContext(FieldRegistryContext);
  const key = facts.path.join(".");
  useEffect(() => {
    registry?.set(key, facts);
  });
  useEffect(
    () => () => {
      registry?.delete(key);
    },
    [registry, key],
  );
}
