/**
 * What was tried against the service, by kind: what an attacker would want, what holds it, and when it was last tried as
 * a whole. `tests` try it again with every change; test/pages/docs-lists.test.ts sees that they are there.
 */
export type Attempt = { kind: string; tried: string; holds: string; when: string; tests: string[] };

export const attempts: Attempt[] = [
  {
    kind: 'Opened windows',
    tried:
      'Opening our pages in a window and watching it, to learn whether a visitor is signed in: more than 200 spellings of where a sign-in leads.',
    holds:
      'The answer about the window follows from the address alone, never from the visitor. Members and strangers take the same way.',
    when: '2026-11',
    tests: ['test/server/opener-policy.test.ts', 'test/browser/unasked.test.ts'],
  },
  {
    kind: 'Stolen clicks',
    tried:
      'Frames, overlays, forged clicks, and double clicks whose second press falls on our button, also from below a window that closes itself.',
    holds:
      'No page of ours is drawn in a frame. A button that changes something wakes up after it has been in sight and in focus for half a second.',
    when: '2026-11',
    tests: ['test/browser/hostile-clicks.test.ts'],
  },
  {
    kind: 'Forged forms (CSRF)',
    tried: 'Every form of our pages, sent from 19 kinds of other places, in every type of body.',
    holds:
      'A form is taken only if the browser says that it comes from our own page. Cookies are not enough.',
    when: '2026-11',
    tests: ['test/server/hostile-forms.test.ts', 'test/browser/unasked.test.ts'],
  },
  {
    kind: 'Sign-in to another account',
    tried: 'Sending somebody a sign-in link to the sender’s own profile; planting a session in a browser.',
    holds:
      'The link’s page says whose profile it is and whom it signs out, and waits for a press. A session is made at each sign-in and never taken from the browser.',
    when: '2026-11',
    tests: ['test/server/pages.test.ts', 'test/server/hostile-http.test.ts'],
  },
  {
    kind: 'Text that takes long to read',
    tried:
      'Numbers of 40,000 digits, long runs of one character and of combining marks, and inputs made to slow down each pattern that we search with.',
    holds:
      'Every field says how long it may be before it is looked at, and a tool checks that each pattern takes linear time. What takes longer than a second is in the log with its route.',
    when: '2026-11',
    tests: ['test/server/hostile-text.test.ts', 'test/redos/redos.test.ts'],
  },
  {
    kind: 'Script in text (XSS)',
    tried:
      'Markup and scripts in every field of a project and of a page; javascript: and data: in every field that holds an address; callbacks of JSONP.',
    holds:
      'Text is drawn as text, pages run our own scripts only, links go to http and https only, and callbacks are plain names.',
    when: '2026-11',
    tests: ['test/server/blns.test.ts', 'test/browser/blns.test.ts', 'test/server/hostile-addresses.test.ts'],
  },
  {
    kind: 'Ways off our site',
    tried: 'Having a sign-in, a form or a redirect lead to another site, by every trick of addresses.',
    holds: 'An address is read as a browser reads it, and taken only if it stays with us.',
    when: '2026-11',
    tests: ['test/server/opener-policy.test.ts', 'test/server/pages.test.ts'],
  },
  {
    kind: 'Hostile partner pages',
    tried:
      'A registered site that forges messages and origins, relays typed digits, passes on permissions, or replaces what browsers offer to scripts.',
    holds:
      'Codes and permissions are for one project and one site, work once, and sign nobody in. The person sees and ends them.',
    when: '2026-11',
    tests: ['test/server/hostile-server.test.ts', 'test/browser/hostile-globals.test.ts'],
  },
  {
    kind: 'Keys and identifiers',
    tried:
      'Keys in the wrong place, twice, nested or guessed; a participant who writes what an owner may use as an idempotency key.',
    holds:
      'Only a whole key in its place counts. What an owner and what a participant call a contribution are told apart.',
    when: '2026-11',
    tests: ['test/server/keys.test.ts', 'test/server/hostile-http.test.ts', 'test/server/hashed.test.ts'],
  },
  {
    kind: 'Smuggled and odd requests',
    tried:
      'Requests hidden in others, broken chunks and lengths, line breaks in whatever is repeated, two hosts, old and made-up versions of HTTP.',
    holds: 'What can be read in two ways is refused, and the connection ends.',
    when: '2026-11',
    tests: ['test/server/hostile-http.test.ts', 'test/server/fuzz.test.ts'],
  },
  {
    kind: 'Other hosts and proxies',
    tried:
      'Requests for another host, names that are pointed at us, and forged headers of proxies, to change links, mails or whose limit counts.',
    holds:
      'Links and mails carry the configured address. Only as many proxies are believed as the settings say.',
    when: '2026-11',
    tests: ['test/server/hostile-hosts.test.ts', 'test/server/pages.test.ts'],
  },
  {
    kind: 'Our server as a tool (SSRF)',
    tried: 'Images at addresses of our own network: about a hundred spellings, and redirects to them.',
    holds: 'One fetcher looks at the address that it connects to, and refuses all that is not public.',
    when: '2026-11',
    tests: ['test/server/hostile-fetch.test.ts', 'test/server/images.test.ts'],
  },
  {
    kind: 'Hostile images',
    tried: 'Pictures that unpack into gigabytes or take minutes to decode, and files that are no pictures.',
    holds:
      'Size, form and time are limited before and while a picture is decoded. Only our own copy is shown.',
    when: '2026-11',
    tests: ['test/server/images.test.ts'],
  },
  {
    kind: 'Mail to people who want none',
    tried: 'Many mails to one inbox, under every spelling of its address, at once and through several sites.',
    holds:
      'Three an hour and six a day, whoever asks. The reader of a mail ends them for good, without an account.',
    when: '2026-11',
    tests: ['test/server/hostile-server.test.ts', 'test/server/join-limits.test.ts'],
  },
  {
    kind: 'Withheld projects',
    tried: 'Having a project that an operator withheld named, mailed for, recorded for or asked for credit.',
    holds: 'It is nothing to anybody, at once and at every address, until it is published again.',
    when: '2026-11',
    tests: ['test/server/withheld.test.ts'],
  },
  {
    kind: 'Guessing',
    tried: 'Guessing digits and keys, from one address and from many networks.',
    holds: 'Tries are limited for each flow, key and network, and digits and links work once and soon end.',
    when: '2026-11',
    tests: ['test/server/join-limits.test.ts', 'test/server/keys.test.ts', 'test/server/limits.test.ts'],
  },
  {
    kind: 'Crowding others out',
    tried:
      'Thousands of slow connections, large and deep bodies without a key, using up the limits of others by forged origins.',
    holds:
      'No network holds more than a share of what may be under way. The key comes before the body, and a slow body ends after ten seconds.',
    when: '2026-11',
    tests: [
      'test/server/slow-clients.test.ts',
      'test/server/before-the-key.test.ts',
      'test/server/reading.test.ts',
      'test/server/proxies.test.ts',
    ],
  },
];
