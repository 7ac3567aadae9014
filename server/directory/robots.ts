/** robots.txt (RFC 9309). */

/**
 * Searches of more than one choice are endless combinations of the same projects; a search by topic is a page worth
 * finding. Forms and personal pages say `noindex` themselves.
 */
const unwanted = [
  ...['/finder?*&', '/finder?q=', '/finder?phrase=', '/finder?url=', '/finder?near=', '/finder?box='],
  ...['/builder?', '/builder/check?', '/docs/*?', '/api/', '/embed/', '/confirm/', '/dev/', '/demo/'],
];

export const robotsText = (baseUrl: string): string =>
  `User-agent: *
${unwanted.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${baseUrl}/sitemap.xml
`;
