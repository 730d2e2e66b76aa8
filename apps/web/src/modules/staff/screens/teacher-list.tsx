import { PeopleScreen } from "../components/people-screen.tsx";

/** Those who teach. */
export function TeacherList() {
  return <PeopleScreen screen="teacher" />;
}
