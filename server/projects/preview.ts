/**
 * The message as the bronze snippet shows it, for a sandboxed frame on the Tools tab: the file that owners embed, with
 * a script before it that answers for the service. Nothing is recorded, mailed or granted from a preview.
 */
import { createHash } from 'node:crypto';
import type { EventType } from '../../src/contract/event-types.ts';
import { snippetsFor, type Embedding } from './snippets.ts';

/** The frame has no origin, so that the service would only let the message link to our site. */
const script = `{
  const ask = fetch;
  window.fetch = async (address, settings) => {
    if (new URL(address).pathname !== '/embed/project')
      return Response.json(
        { result: 'error', code: 'not_found', error: 'This is a preview: nothing is sent.' },
        { status: 404 },
      );
    const reply = await (await ask(address, settings)).json();
    return Response.json({ ...reply, may_grant: true });
  };
  const tellHeight = () => document.body && parent.postMessage({ height: document.body.offsetHeight }, '*');
  addEventListener('DOMContentLoaded', () => new ResizeObserver(tellHeight).observe(document.body));
  addEventListener('message', tellHeight);
}`;

const digest = createHash('sha256').update(script).digest('base64');

export function previewOf(projectId: number, embedding: Embedding, type: EventType | undefined) {
  const snippet = snippetsFor(projectId, embedding, type)[0]?.blocks[0]?.code ?? '';
  return {
    document: `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Preview of the message</title>
<style>body { margin: 0; padding: 12px; font: 16px/1.5 system-ui, sans-serif; }</style>
<script>${script}</script>
${snippet}
`,
    headers: {
      // Otherwise Chrome warns that the frame shares an address, and not an origin, with its page.
      'Origin-Agent-Cluster': '?0',
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src ${embedding.baseUrl} 'sha256-${digest}'`,
        `connect-src ${embedding.baseUrl}`,
        // The snippet keeps room by an attribute.
        "style-src 'unsafe-inline'",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        // Also where somebody opens the address itself: a preview has neither our cookies nor our storage.
        'sandbox allow-scripts',
      ].join('; '),
    },
  };
}
