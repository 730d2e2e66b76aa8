import { type AddDictForm, dictionary, type EditDictForm } from "@homeroom/contract/dictionary";
import type { RecordId } from "@homeroom/contract/ids";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { dictKeys } from "#platform/dict.ts";
import { pagesOf } from "#platform/pages.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const keys = { all: ["dictionary"] as const };
const pageSize = 50;

/** The dictionaries with their items, by code. */
export function useDictionaries(keywords: string) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...keys.all, "list", keywords],
      pageSize,
      read: async (page, signal) =>
        (await api.call(dictionary.page, { ...(keywords && { keywords }), ...page }, { signal })).resultData,
    }),
  );
}

/** A dictionary's fields as currently saved; items in their order, with empty titles where there are none. */
export async function dictForm(id: RecordId) {
  const { resultData } = await api.call(dictionary.form, { id });
  const none = { "zh-tw": "", "zh-cn": "", en: "" };
  return {
    ...resultData,
    titles: resultData.titles ?? none,
    dictItems: resultData.dictItems.map((item) => ({ ...item, titles: item.titles ?? none })),
  };
}

export type DictForm = Awaited<ReturnType<typeof dictForm>>;

/** The same, for a form that is about to open. */
export function useDictForm(id: RecordId) {
  return useQuery({ queryKey: [...keys.all, "form", id], queryFn: () => dictForm(id), gcTime: 0, staleTime: 0 });
}

/** The order in the form is the order of the choices, and the name is the traditional Chinese title. */
function completed<Form extends Pick<EditDictForm, "name" | "titles" | "dictItems">>(form: Form): Form {
  const named = <Part extends Pick<EditDictForm, "name" | "titles">>(part: Part): Part => ({
    ...part,
    titles: { "zh-cn": "", en: "", ...part.titles, "zh-tw": part.name },
  });
  const dictItems = form.dictItems?.map((item, index) => ({ ...named(item), sort: index + 1 }));
  return { ...named(form), ...(dictItems && { dictItems }) };
}

/** Writes of dictionaries; lists and selects are refetched. */
export function useDictWrites() {
  const client = useQueryClient();
  const renew = async () => {
    await Promise.all([keys, dictKeys].map(({ all }) => client.invalidateQueries({ queryKey: all })));
  };
  return {
    async add(form: AddDictForm, report: FailureReport): Promise<string> {
      await api.call(dictionary.add, completed(form), report);
      await renew();
      return form.name;
    },
    async edit(form: EditDictForm, report: FailureReport): Promise<string> {
      await api.call(dictionary.edit, completed(form), report);
      await renew();
      return form.name;
    },
    async remove(id: RecordId): Promise<void> {
      await api.call(dictionary.remove, { ids: [id] });
      await renew();
    },
  };
}
