/** The snippets that a page prints to be copied, by name. */
const plain = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

export function snippetsIn(html: string): Map<string, string> {
  const blocks = html.matchAll(/<pre[^>]* data-snippet="([^"]+)"[^>]*><code[^>]*>([\s\S]*?)<\/code><\/pre>/g);
  return new Map([...blocks].map(([, name = '', text = '']) => [name, plain(text)]));
}
