import { type PaletteHit, type PaletteKind, palette, paletteKinds } from "@homeroom/contract/palette";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "#platform/api.ts";
import type { PaletteOption } from "./option.ts";

const pauseMs = 120;
const quickKinds: readonly PaletteKind[] = paletteKinds.filter((kind) => kind !== "message");
/** A single letter or digit occurs in nearly every message. */
const minLetters = 2;

const icons: Record<PaletteKind, string> = {
  lead: "client",
  order: "order",
  staff: "user",
  plan: "publish",
  template: "document",
  product: "money",
  message: "message",
};

const addresses: Record<PaletteKind, (hit: PaletteHit) => string> = {
  lead: ({ id }) => `/lead/list?lead=${id}`,
  order: ({ id }) => `/users/order?order=${id}`,
  staff: ({ id }) => `/staff/edit/${id}`,
  plan: ({ id }) => `/admessage/plan/${id}`,
  template: ({ id, title }) =>
    `/admessage/template?${new URLSearchParams({ keywords: title, template: id }).toString()}`,
  product: ({ id, title }) => `/system/fee?${new URLSearchParams({ keywords: title, product: id }).toString()}`,
  message: ({ id, conversationId }) => `/chat/whatsapp?conversation=${conversationId}&message=${id}`,
};

interface FoundThings {
  options: PaletteOption[];
  isSearching: boolean;
  /** The keys of the results for the previous words, which stay until the answer arrives. */
  outdated: ReadonlySet<string>;
}

/** The server's results for some words: records of all kinds, then messages, which take longer. */
export function useFoundThings(words: string): FoundThings {
  const settled = useSettled(words.trim());
  const things = useFinding(settled, quickKinds, 1);
  const said = useFinding(settled, ["message"], minLetters);
  const outdated = [things, said].filter(({ isOutdated }) => isOutdated || settled !== words.trim());
  return {
    options: words.trim() === "" ? [] : [...things.list, ...said.list].map(optionOf),
    outdated: new Set(outdated.flatMap(({ list }) => list.map((hit) => optionOf(hit).key))),
    isSearching: words.trim() !== "" && (settled !== words.trim() || things.isLoading || said.isLoading),
  };
}

function useFinding(keywords: string, kinds: readonly PaletteKind[], fewest: number) {
  const enabled = [...keywords].length >= fewest || /^\P{ASCII}/u.test(keywords);
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["palette", kinds, keywords],
    queryFn: async ({ signal }) => {
      const request = { keywords: keywords.slice(0, 100), kinds: [...kinds] };
      return (await api.call(palette.find, request, { signal })).resultData.list;
    },
    enabled: enabled && keywords !== "",
    placeholderData: keepPreviousData,
  });
  return { list: enabled && keywords !== "" ? (data ?? []) : [], isLoading: isFetching, isOutdated: isPlaceholderData };
}

function optionOf(hit: PaletteHit): PaletteOption {
  const { kind, id, title, detail, matched } = hit;
  return { key: `${kind}-${id}`, kind, title, detail, matched, icon: icons[kind], address: addresses[kind](hit) };
}

/** The words once they have not changed for a moment. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
