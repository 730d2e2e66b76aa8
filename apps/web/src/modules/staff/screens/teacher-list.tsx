import { PeopleScreen } from "../components/people-screen.tsx";

/** The teachers. */
export function TeacherList() {
  return <PeopleScreen screen="teacher" />;
}
