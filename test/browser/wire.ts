/** The requests between a partner's page and the service. */
import type { Page, Request } from 'playwright-core';
import type { Service } from '../set-up/service/start-service.ts';

export type Exchange = {
  line: string;
  body: string;
  sent: Record<string, string>;
  /** The status and the headers of the reply. */
  status: number;
  received: Record<string, string>;
};

/** Listens from now on; `exchanges()` waits for the replies to earlier requests. */
export function listen(page: Page, service: Service) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(service.baseUrl)) requests.push(request);
  });
  const exchange = async (request: Request): Promise<Exchange> => {
    const response = await request.response();
    return {
      line: `${request.method()} ${request.url().slice(service.baseUrl.length)}`,
      body: request.postData() ?? '',
      sent: await request.allHeaders(),
      status: response?.status() ?? 0,
      received: (await response?.allHeaders()) ?? {},
    };
  };
  return { exchanges: () => Promise.all(requests.map(exchange)), forget: () => requests.splice(0) };
}

/** Calls the service as a script of this page can: a text body, no cookie, the page's own origin. */
export const callFrom = (page: Page, service: Service, path: string, body: object) =>
  page.evaluate(
    async ([url, text]) => {
      const response = await fetch(url, { method: 'POST', body: text, credentials: 'omit' });
      return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
    },
    [service.baseUrl + path, JSON.stringify(body)] as const,
  );
