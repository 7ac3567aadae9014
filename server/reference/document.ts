/** GET /openapi.json: made once at the start, readable for pages of any site. */
import type { Express } from 'express';
import { openapiDocument, type DocumentSettings } from './openapi.ts';

export function mountReference(app: Express, settings: DocumentSettings): void {
  // As bytes: encoding the text for each request took longer than everything else about it.
  const document = Buffer.from(JSON.stringify(openapiDocument(settings)));
  app.get('/openapi.json', (_request, response) => {
    response
      .set({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=300',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      })
      .type('application/json')
      .send(document);
  });
}
