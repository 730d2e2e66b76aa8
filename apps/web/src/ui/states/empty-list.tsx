import { Button } from "antd";
import type { ComponentProps } from "react";
import { EmptyState } from "./empty-state.tsx";

interface EmptyListProps {
  filters: { values: Readonly<Record<string, unknown>>; clear: () => void };
  /** The text if filters hide all rows, with the button that clears them. */
  noMatch: { title: string; detail?: string; clear: string };
  /** The text if there are no rows at all. */
  none: ComponentProps<typeof EmptyState>;
}

/** Why a list with filters has no rows. */
export function EmptyList({ filters, noMatch: { title, detail, clear }, none }: EmptyListProps) {
  if (Object.keys(filters.values).length === 0) return <EmptyState {...none} />;
  return (
    <EmptyState
      title={title}
      {...(detail !== undefined && { detail })}
      action={<Button onClick={filters.clear}>{clear}</Button>}
    />
  );
}
