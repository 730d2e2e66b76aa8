import { type Kysely, sql } from "kysely";

/** Default roles promised timetables and attendance, which the product does not have. Renamed ones stay as they are. */
const descriptions = [
  ["tutor", "為學員排課、管理班級與學習進度", "查看分校所有名單與對話，記錄聯絡，更新學員資料"],
  ["tutor", "为学员排课、管理班级与学习进度", "查看分校所有名单与对话，记录联系，更新学员资料"],
  [
    "tutor",
    "Schedules students, manages classes and progress",
    "Sees all leads and conversations of the branch, logs contacts, keeps student records",
  ],
  ["teacher", "查看課表與出席", "查看自己的名單與學員"],
  ["teacher", "查看课表与出勤", "查看自己的名单与学员"],
  ["teacher", "Sees the timetable and attendance", "Sees their own leads and students"],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [code, before, after] of descriptions)
    await sql`update role set description = ${after} where code = ${code} and description = ${before}`.execute(db);
}
