const sortable = ["createTime", "payDate", "total"] as const;

/** What the list is sorted by, of an address such as `-total`; undefined when it says nothing that we know. */
export function readSort(text: string | null): { key: (typeof sortable)[number]; descending: boolean } | undefined {
  const key = sortable.find((one) => one === text?.replace(/^-/, ""));
  return key && { key, descending: text?.startsWith("-") ?? false };
}
