import { lazy, Suspense } from "react";

const NamedIcon = lazy(() => import("./named-icons.tsx").then(({ NamedIcon }) => ({ default: NamedIcon })));

/** An icon by the name that a menu carries. All of them together come a moment after the menu, into a place of their size. */
export function Icon({ name }: { name: string | undefined }) {
  return (
    <Suspense fallback={<span className="anticon" style={{ width: "1em", height: "1em" }} aria-hidden />}>
      <NamedIcon name={name} />
    </Suspense>
  );
}
