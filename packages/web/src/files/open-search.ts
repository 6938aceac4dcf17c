import { escapeXml } from '../escape-xml.ts';
import { file } from '../file.ts';

/** By which a browser offers to search the registry from its address bar. */
export const openSearchFile = file({
  path: '/opensearch.xml',
  type: 'application/opensearchdescription+xml; charset=utf-8',
  usedForSeconds: 24 * 60 * 60,
  make: async ({ publicUrl }) => {
    const url = escapeXml(publicUrl);
    return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Patchbay</ShortName>
  <Description>Search the nodes of ${escapeXml(new URL(publicUrl).host)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${url}/favicon.svg</Image>
  <Url type="text/html" template="${url}/search?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${url}/opensearch.xml"/>
</OpenSearchDescription>
`;
  },
});
