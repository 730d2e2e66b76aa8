import { Drawer } from "antd";
import { Unread, type UnreadQuery } from "./unread.tsx";

interface UnreadDrawerProps {
  title: string;
  query: UnreadQuery;
  onClose: () => void;
  width?: number;
}

/** Stands in for a form that cannot begin, because what it begins with was refused. On the first way there is nothing. */
export function UnreadDrawer({ title, query, onClose, width = 560 }: UnreadDrawerProps) {
  if (query.errorUpdateCount === 0) return null;
  return (
    <Drawer open title={title} size={width} onClose={onClose}>
      <Unread query={query} />
    </Drawer>
  );
}
