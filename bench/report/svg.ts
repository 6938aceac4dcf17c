/** An SVG of this size in CSS pixels that is readable on light and dark pages. */
export const svg = (width: number, height: number, title: string, content: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    '<style>text { font: 12px system-ui, sans-serif; fill: #222 } .line { stroke: #8886 } .base { stroke: #c33; stroke-dasharray: 4 3 }</style>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...content,
    '</svg>',
    '',
  ].join('\n');
