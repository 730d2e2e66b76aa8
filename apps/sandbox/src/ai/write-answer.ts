/** A deterministic answer in place of a model's, so that tests can expect it. */
export type ModelAnswer =
  | { kind: "said"; text: string }
  | { kind: "handOver"; reason: "asked" | "unsure"; summary: string };

const askForPerson = /真人|人工|專人|专人|客服|投訴|投诉|speak to (a|an) (person|human)|real person|human agent/i;
const greeting = /^(hi|hello|hey|你好|您好|哈囉|哈啰|嗨)[\s!！。,.，]*$/i;

interface ModelRequest {
  question: string;
  /** The whole prompt; the part after "# Knowledge" is the model's knowledge. */
  instructions: string;
  mayHandOver: boolean;
}

/**
 * Answers with the line of knowledge that has most in common with the question. Without one it hands over if allowed, otherwise
 * it repeats the question.
 */
export function writeAnswer({ question, instructions, mayHandOver }: ModelRequest): ModelAnswer {
  const short = question.replaceAll(/\s+/g, " ").trim().slice(0, 80);
  const isHan = /\p{Script=Han}/u.test(question);
  if (mayHandOver && askForPerson.test(question))
    return {
      kind: "handOver",
      reason: "asked",
      summary: isHan ? `客戶想找專人：${short}` : `Wants a person: ${short}`,
    };
  if (greeting.test(short))
    return said(isHan ? "您好，請問想了解哪方面的課程？" : "Hello. Which courses can I tell you about?");
  const known = bestLine(instructions.split("# Knowledge\n")[1] ?? "", question);
  if (known) return said(isHan ? `關於「${short}」：${known}` : `About "${short}": ${known}`);
  if (mayHandOver && instructions.includes("# Knowledge") && instructions.includes('reason "unsure"'))
    return {
      kind: "handOver",
      reason: "unsure",
      summary: isHan ? `資料中沒有答案：${short}` : `Not in the knowledge: ${short}`,
    };
  return said(isHan ? `收到您的問題「${short}」。` : `You asked: "${short}".`);
}

function said(text: string): ModelAnswer {
  return { kind: "said", text };
}

/** The least number of pairs of characters in common. */
const minShared = 1;

function bestLine(knowledge: string, question: string): string | undefined {
  const wanted = pairsOf(question);
  const lines = knowledge.split("\n").map((line) => line.trim());
  const scored = lines
    .filter((line) => line !== "")
    .map((line) => ({ line, shared: [...pairsOf(line)].filter((pair) => wanted.has(pair)).length }));
  const best = scored.toSorted((one, other) => other.shared - one.shared)[0];
  return best && best.shared >= minShared ? best.line : undefined;
}

/** Pairs of neighbouring Han characters, and words of other scripts. */
function pairsOf(text: string): Set<string> {
  const runs = text.match(/\p{Script=Han}{2,}/gu) ?? [];
  const pairs = runs.flatMap((run) => [...run].slice(1).map((character, index) => [...run][index] + character));
  const words = text.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return new Set([...pairs, ...words].filter((pair) => !common.has(pair)));
}

const common = new Set([
  "請問",
  "请问",
  "你們",
  "你们",
  "可以",
  "多少",
  "什麼",
  "什么",
  "課程",
  "课程",
  "what",
  "have",
  "your",
  "about",
  "does",
  "with",
]);
