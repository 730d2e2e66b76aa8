/** The credentials that the stand-in accepts. */
export const readyBackup = {
  productId: "demo-product",
  phoneId: "886277000001",
  token: "demo-backup-token",
  phoneName: "晨光文理補習班",
};

export interface BackupGroup {
  id: string;
  name: string;
  members: number;
  messages: BackupMessage[];
}

export interface BackupMessage {
  id: string;
  sender: { name: string; phone: string };
  type: "text" | "image" | "document";
  text: string;
  media_id: string | null;
  sent_at: string;
}

const people = [
  ["林老師", "+886 912 000 101"],
  ["陳媽媽", "+886 912 000 102"],
  ["黃爸爸", "+886 912 000 103"],
  ["張小姐", "+886 912 000 104"],
  ["王太太", "+886 912 000 105"],
] as const;

const lines = [
  "這週六的課改到下午兩點，請各位家長留意。",
  "收到，謝謝老師。",
  "請問作業是第三課還是第四課？",
  "第三課，圖在這裡。",
  "小朋友今天發燒，要請假一次。",
  "好的，請好好休息，補課時間再約。",
  "下個月的成果發表會報名表在這裡。",
  "兩位家長可以一起入場嗎？",
  "可以，每位學員兩張票。",
  "今天的練習影片拍得很好！",
] as const;

const names = [
  "週六兒童英文 A 班",
  "國小數學加強班家長群",
  "鋼琴初級 — 2026 秋季",
  "暑期營隊籌備",
  "老師教學群",
] as const;

/** Group chats with enough messages for several pages: the first has the most and the latest. */
export function readyGroups(now: Date = new Date()): BackupGroup[] {
  return names.map((name, group) => ({
    id: `group-${group + 1}`,
    name,
    members: 6 + group * 5,
    messages: Array.from({ length: 130 - group * 25 }, (_, index) => messageOf(now, group, index)),
  }));
}

function messageOf(now: Date, group: number, index: number): BackupMessage {
  const [name, phone] = people[(index * 3 + group) % people.length] ?? people[0];
  const line = (index + group * 3) % lines.length;
  const type = line === 3 ? "image" : line === 6 ? "document" : "text";
  return {
    id: `message-${group + 1}-${index + 1}`,
    sender: { name, phone },
    type,
    text: type === "document" ? "報名表.pdf" : (lines[line] ?? ""),
    media_id: type === "image" ? "photo" : null,
    sent_at: new Date(now.getTime() - (index * 47 + group * 600 + 5) * 60_000).toISOString(),
  };
}
