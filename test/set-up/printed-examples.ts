/** The examples that the reference prints to be copied. */
import type { RunningService } from './running-service.ts';

/** The code blocks of the page by their names, as a reader sees them. */
export async function examplesOn(service: RunningService): Promise<Map<string, string>> {
  const html = await (await service.get('/docs/api')).text();
  const plain = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const blocks = html.matchAll(/<pre[^>]* data-example="([^"]+)"[^>]*><code>([\s\S]*?)<\/code><\/pre>/g);
  return new Map([...blocks].map(([, name = '', text = '']) => [plain(name), plain(text)]));
}
