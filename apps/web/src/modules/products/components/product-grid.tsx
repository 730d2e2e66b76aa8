import { HolderOutlined, PictureOutlined } from "@ant-design/icons";
import { moneyText } from "@homeroom/contract/currencies";
import type { ProductRow } from "@homeroom/contract/products";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import type { ListState } from "#ui/data-table/list-state.ts";
import { MoreProblem } from "#ui/data-table/more-problem.tsx";
import { DragGhost } from "#ui/drag/drag-ghost.tsx";
import { usePointerDrag } from "#ui/drag/use-pointer-drag.ts";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useTermText } from "./product-columns.tsx";
import styles from "./product-grid.module.css";
import { ProductMenu } from "./product-menu.tsx";
import { ProductState, ProductSwitch } from "./product-status.tsx";
import type { ProductActions } from "./use-product-actions.ts";

interface ProductGridProps {
  list: ListState<ProductRow>;
  actions: ProductActions;
  label: string;
  onOpen: (product: ProductRow) => void;
}

/** The products as cards with their pictures, sorted by dragging. */
export function ProductGrid({ list, actions, label, onOpen }: ProductGridProps) {
  const { t } = useTranslation("products");
  const mayMove = useCan()("sale:product:edit");
  const [said, setSaid] = useState("");
  const move = (product: ProductRow, to: number) => {
    const place = Math.max(0, Math.min(list.rows.length - 1, to));
    if (place === actions.placeOf(product)) return;
    setSaid(t("moved", { name: product.name, place: place + 1 }));
    void actions.move(product, place);
  };
  const drag = usePointerDrag<ProductRow>((product, target) => {
    move(
      product,
      list.rows.findIndex(({ recordID }) => recordID === target),
    );
  });
  return (
    <div className={laid("fill scrollDown pad4", styles.scroll)} data-drag-scroll="y">
      <ul className={laid("bareList grid", styles.grid)} aria-label={label}>
        {list.rows.map((product, index) => (
          <li
            key={product.recordID}
            className={laid("frame column narrowable clip", styles.card)}
            data-drop={product.recordID}
            data-over={drag.dragged?.over === product.recordID || undefined}
          >
            <ProductFace product={product} onOpen={() => onOpen(product)} />
            <div className={laid("middle justifyEnd gap4 minHeight36", styles.actions)}>
              {mayMove && (
                <SmallIconButton
                  className={laid("grab", styles.handle)}
                  icon={<HolderOutlined />}
                  label={t("moveOne", { name: product.name })}
                  onPointerDown={(event) => drag.start(event, product)}
                  onKeyDown={(event) => byArrow(event, (by) => move(product, index + by))}
                />
              )}
              <ProductSwitch product={product} actions={actions} />
              <ProductMenu product={product} actions={actions} />
            </div>
          </li>
        ))}
      </ul>
      <MoreProblem {...list} />
      {list.hasMore && <More onSeen={list.loadMore} count={list.rows.length} />}
      {drag.dragged && (
        <DragGhost x={drag.dragged.x} y={drag.dragged.y}>
          {drag.dragged.thing.name}
        </DragGhost>
      )}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </div>
  );
}

function byArrow(event: KeyboardEvent, move: (by: number) => void): void {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  move(by);
}

function ProductFace({ product, onOpen }: { product: ProductRow; onOpen: () => void }) {
  const term = useTermText();
  const [picture] = product.images;
  return (
    <button
      type="button"
      className={laid("closeGrid bare grow contentStart textColour textStart", styles.face)}
      onClick={onOpen}
    >
      <span
        className={laid("centre quiet sunkenGround clip filledImage", styles.picture)}
        data-quiet={product.status === "inactive" || undefined}
      >
        {picture ? <img src={picture.url} alt="" loading="lazy" draggable={false} /> : <PictureOutlined aria-hidden />}
      </span>
      <span className={laid("cut strong narrowable sides12 above8")} title={product.name}>
        {product.name}
      </span>
      <span className={laid("row narrowable justifyBetween sides12")}>
        <span className={layout.figures}>{moneyText(product.price, product.currency)}</span>
        <ProductState product={product} />
      </span>
      <span className={laid("small breaking narrowable sides12")}>{`${product.type.name} · ${term(product)}`}</span>
    </button>
  );
}

/** Fetches the next page when the end of the list comes into view. */
function More({ onSeen, count }: { onSeen: () => void; count: number }) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  // Each page moves the end, which is then observed again.
  useEffect(() => {
    const end = place.current;
    if (!end || count === 0) return undefined;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [count]);
  return <div ref={place} className={layout.height40} />;
}
