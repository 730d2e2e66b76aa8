import type { Permission } from "@homeroom/contract/permissions";
import type { ReactNode } from "react";
import { useCan } from "./access.ts";

interface AllowedProps {
  /** One of them is enough. Naming none is a mistake, and throws. */
  perms: readonly Permission[];
  children: ReactNode;
}

/**
 * Shows what is inside only to people who hold one of the named permissions, and takes it away when they lose it. The
 * owner's role ROOT passes every check.
 */
export function Allowed({ perms, children }: AllowedProps) {
  const can = useCan();
  return can(...perms) ? children : null;
}
