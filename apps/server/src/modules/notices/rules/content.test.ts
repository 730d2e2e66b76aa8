import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cleanContent, excerptOf, plainText } from "./content.ts";

test("paragraphs, lists, bold, italic and https links stay", () => {
  const html =
    '<p>您好<br /><strong>重要</strong> <em>請看</em></p><ul><li>一</li></ul><ol><li>二</li></ol><p><a href="https://example.com/a?b=1" target="_blank" rel="noopener noreferrer nofollow">表格</a></p>';
  expect(cleanContent(html)).toBe(html);
});

test("editors' variants become the same few tags", () => {
  expect(cleanContent("<div>一</div><div><b>二</b><i>三</i></div>")).toBe(
    "<p>一</p><p><strong>二</strong><em>三</em></p>",
  );
  expect(cleanContent('<p style="color:red" class="x" onclick="y()"><span>字</span></p>')).toBe("<p>字</p>");
});

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)></svg>",
  "<svg><script>alert(1)</script></svg>",
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="http://evil.example">x</a>',
  '<a href="https://ok.example" onmouseover="alert(1)" style="position:fixed">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  '<form action="https://evil.example"><input name=p><button>go</button></form>',
  "<math><mtext></p><mglyph><style><img src=x onerror=alert(1)></style></mglyph></mtext></math>",
  "<style>body{display:none}</style>",
  "<template><script>alert(1)</script></template>",
  '<p onclick="alert(1)">x</p>',
  "<<script>script>alert(1)<</script>/script>",
  '<object data="https://evil.example"></object><embed src="x"><base href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
  "<a href='https://ok.example/\"><img src=x onerror=alert(1)>'>x</a>",
  "<!--><img src=x onerror=alert(1)>-->",
];

const allowed = /^<\/?(p|br|ul|ol|li|strong|em|a)\b/;
const link = /^<a href="https:\/\/[^"<>]*" target="_blank" rel="noopener noreferrer nofollow">$/;

function expectHarmless(cleaned: string): void {
  for (const [tag] of cleaned.matchAll(/<[^>]*>/g)) {
    expect(tag).toMatch(allowed);
    if (tag.startsWith("<a")) expect(tag === "<a>" || link.test(tag), tag).toBe(true);
    else expect(tag).toMatch(/^<\/?[a-z]+( \/)?>$/);
  }
}

describe("harmful content is removed", () => {
  it.each(hostile)("%s", (html) => {
    expectHarmless(cleanContent(`<p>前</p>${html}<p>後</p>`));
    expect(cleanContent(`<p>前</p>${html}`)).toContain("前");
  });

  test("any mixture of content", () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostile),
      fc.string(),
      fc.constantFrom("<p>", "</p>", "<b>", "<a", ">", '"'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
        expectHarmless(cleanContent(parts.join("")));
      }),
      { numRuns: 300 },
    );
  });
});

test("the text of a notice has no tags, and its beginning is cut between letters", () => {
  expect(plainText("<p>甲 &amp; 乙</p><ul><li>丙</li><li>丁</li></ul>")).toBe("甲 & 乙 丙 丁");
  expect(plainText("<p><br></p><p>&nbsp; </p>")).toBe("");
  expect(plainText("<p>1 &lt; 2 &amp;lt; 3</p>")).toBe("1 < 2 &lt; 3");
  expect([...excerptOf(`<p>${"🎵".repeat(300)}</p>`)]).toHaveLength(120);
});
