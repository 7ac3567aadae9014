/** The address of the oEmbed reply about a page of ours, which the page links to (discovery). */
export const oembedAddress = (baseUrl: string, path: string): string =>
  `${baseUrl}/oembed?${new URLSearchParams({ format: 'json', url: baseUrl + path })}`;
