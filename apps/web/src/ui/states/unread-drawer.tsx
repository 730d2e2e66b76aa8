import { Drawer } from "antd";
import { Unread, type UnreadQuery } from "./unread.tsx";

interface UnreadDrawerProps {
  title: string;
  query: UnreadQuery;
  onClose: () => void;
  width?: number;
}

/** Takes the place of a form whose initial data was refused. Renders nothing while the data loads for the first time. */
export function UnreadDrawer({ title, query, onClose, width = 560 }: UnreadDrawerProps) {
  if (query.errorUpdateCount === 0) return null;
  return (
    <Drawer open title={title} size={width} onClose={onClose}>
      <Unread query={query} />
    </Drawer>
  );
}
