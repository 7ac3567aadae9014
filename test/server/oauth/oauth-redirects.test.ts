/** Which addresses the operator may register for a client to send people back to. */
import { expect, test } from 'vitest';
import { redirectUriFault, siteOfRedirect } from '../../../server/oauth/redirect-uri.ts';

test.each([
  ['https://river.example/callback', 'https://river.example'],
  ['https://river.example:8443/callback?from=us', 'https://river.example:8443'],
  ['http://127.0.0.1/callback', 'http://127.0.0.1'],
  ['http://localhost:3000/callback', 'http://localhost:3000'],
  ['http://[::1]/callback', 'http://[::1]'],
  ['org.example.app:/callback', 'org.example.app:'],
])('%s may be', (uri, site) => {
  expect(redirectUriFault(uri)).toBeUndefined();
  expect(siteOfRedirect(uri)).toBe(site);
});

test.each([
  ['/callback', 'complete address'],
  ['river.example/callback', 'complete address'],
  ['http://river.example/callback', 'https'],
  ['http://localhost.evil.example/callback', 'https'],
  ['https://river.example/callback#part', 'fragment'],
  ['https://river.example/callback#', 'fragment'],
  ['https://jo@river.example/callback', 'user'],
  ['https://jo:secret@river.example/callback', 'user'],
  ['https://*.river.example/callback', 'wildcard'],
  ['https://river.example/*', 'wildcard'],
  ['https://river.example\\callback', 'backslash'],
  ['https://river.example/a b', 'white space'],
  ['https://River.example/callback', 'normal form'],
  ['https://river.example:443/callback', 'normal form'],
  ['https://river.example', 'normal form'],
  ['https://river.example/a/../callback', 'normal form'],
  ['https://river.example/a/%2e%2e/callback', 'normal form'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/html,hello', 'scheme'],
  ['myapp:/callback', 'scheme'],
])('%s may not', (uri, why) => {
  expect(redirectUriFault(uri)).toContain(why);
});
