/** GET /openapi.json: made with the first request, readable for pages of any site. */
import type { Express } from 'express';
import { openapiDocument, type DocumentSettings } from './openapi.ts';

export function mountReference(app: Express, settings: DocumentSettings): void {
  let made: Buffer | undefined;
  // As bytes: encoding the text for each request took longer than everything else about it. Making it takes a tenth of
  // a start's processor time.
  const document = () => (made ??= Buffer.from(JSON.stringify(openapiDocument(settings))));
  app.get('/openapi.json', (_request, response) => {
    response
      .set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=300',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      })
      .type('application/json')
      .send(document());
  });
}
