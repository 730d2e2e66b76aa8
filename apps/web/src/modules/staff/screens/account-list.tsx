import { PeopleScreen } from "../components/people-screen.tsx";

/** The accounts that can sign in, by department. */
export function AccountList() {
  return <PeopleScreen screen="user" />;
}
