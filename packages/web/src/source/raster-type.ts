/** The media type of a picture by its first bytes; undefined for what is none, and for what could hold a script. */
export const rasterType = (content: Uint8Array): string | undefined => {
  const start = String.fromCharCode(...content.subarray(0, 12));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBP/.test(start) ? 'image/webp' : undefined;
};
