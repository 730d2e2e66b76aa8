import { type DragEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";

/** Reorders items: by dragging with the mouse, or with the arrow keys on their handles. */
export function useOrdering<Thing>(things: readonly Thing[], save: (next: readonly Thing[]) => Promise<void>) {
  const { t } = useTranslation("quickReplies");
  const { failed } = useFeedback();
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const move = (from: number, to: number, name: string) => {
    const place = Math.max(0, Math.min(things.length - 1, to));
    if (place === from) return;
    const rest = things.filter((_, index) => index !== from);
    setSaid(t("moved", { name, place: place + 1 }));
    void save([...rest.slice(0, place), ...things.slice(from, from + 1), ...rest.slice(place)]).catch(failed);
  };
  const handlers = (index: number, name: string) => ({
    item: {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        // Firefox does not drag anything without data.
        event.dataTransfer.setData("text/plain", name);
        setDragged(index);
      },
      onDragEnd: () => setDragged(null),
      onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null) move(dragged, index, name);
      },
    },
    move: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      move(index, index + by, name);
    },
  });
  return { dragged, said, handlers };
}
