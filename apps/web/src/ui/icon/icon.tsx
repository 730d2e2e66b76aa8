import { lazy, Suspense } from "react";

const NamedIcon = lazy(() => import("./named-icons.tsx").then(({ NamedIcon }) => ({ default: NamedIcon })));

/** An icon by its name in a menu. The icons load together shortly after the menu, into placeholders of their size. */
export function Icon({ name }: { name: string | undefined }) {
  return (
    <Suspense fallback={<span className="anticon" style={{ width: "1em", height: "1em" }} aria-hidden />}>
      <NamedIcon name={name} />
    </Suspense>
  );
}
