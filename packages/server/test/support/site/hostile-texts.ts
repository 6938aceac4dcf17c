/** What a stranger writes into names, descriptions, changelogs and files of a package. */
export const hostileTexts: readonly string[] = [
  '<script>globalThis.hacked = 1</script>',
  '"><img src=x onerror="globalThis.hacked=1">',
  '</title></textarea></script><svg onload=alert(1)>',
  "' onmouseover='alert(1)' style='position:fixed;inset:0",
  '[click](javascript:alert(1)) <a href="javascript:alert(1)">here</a>',
  'مرحبا بالعالم (\u05e9\u05dc\u05d5\u05dd) 1.0 <b>',
  `&lt;script&gt; &amp;lt; &#60;i&#62; {{7*7}} \${7*7} <%= 7 %>`,
  'A'.repeat(199),
  '<!-- --><![CDATA[ ]]><?php ?>]]>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><base href=//evil.example>',
];

/** Short as a name must be. */
export const nameOf = (text: string): string => text.slice(0, 200);

/** Long as a description can be: the text, and a table with more rows than anyone reads. */
export const longOf = (text: string, chars: number): string =>
  `${text}\n\n| a | b |\n|---|---|\n`.padEnd(chars, `| ${text.slice(0, 40)} | x |\n`).slice(0, chars);
