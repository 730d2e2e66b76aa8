import type { MouseEvent, ReactNode } from "react";
import { Link, useHref, useLocation } from "react-router";
import { prefetchView } from "../routes/layout-routes.ts";
import { type MenuEntry, menuAddress } from "../routes/menu-tree.ts";

interface MenuLinkProps {
  entry: MenuEntry;
  children: ReactNode;
}

/** A link to a menu entry. Going where one is already does nothing; links that leave the product open a new window. */
export function MenuLink({ entry, children }: MenuLinkProps) {
  const address = menuAddress(entry);
  const { pathname, search } = useLocation();
  const here = useHref({ pathname, search });
  if (entry.external) {
    return (
      <a href={entry.external} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const handleClick = (event: MouseEvent) => {
    if (address === here) event.preventDefault();
  };
  return (
    <Link to={address} onClick={handleClick} onPointerEnter={() => prefetchView(entry)}>
      {children}
    </Link>
  );
}
