import { AccountId } from "@homeroom/contract/ids";
import { useAddress } from "#ui/page/use-address.ts";

/** The state of a list of people in the address beside the filters: sort, the open person, the open form. */
export function usePeopleAddress() {
  const { search, change } = useAddress();
  const parsed = AccountId.safeParse(search.get("person"));
  const id = parsed.success ? parsed.data : undefined;
  return {
    search,
    change,
    id,
    // The first person that is opened is a step that "back" takes back; going on from there is not.
    open: (person: AccountId) => change({ person, edit: null }, id !== undefined),
  };
}

export type PeopleAddress = ReturnType<typeof usePeopleAddress>;
