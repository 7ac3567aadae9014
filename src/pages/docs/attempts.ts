/**
 * Attacks that were tried against the service, by kind: the attack, the protection, and the month of the last complete
 * test. `tests` repeat it with every change; test/pages/docs-lists.test.ts checks that they exist.
 */
export type Attempt = { kind: string; tried: string; holds: string; when: string; tests: string[] };

export const attempts: Attempt[] = [
  {
    kind: 'Opened windows',
    tried:
      'Opening our pages in a window and observing it, to learn whether a visitor is signed in: more than 200 spellings of the page that follows a sign-in.',
    holds:
      'How a window behaves depends only on the address, never on the visitor. It is the same for members and strangers.',
    when: '2026-11',
    tests: ['test/server/opener-policy.test.ts', 'test/browser/unasked.test.ts'],
  },
  {
    kind: 'Stolen clicks',
    tried:
      'Frames, overlays, forged clicks, and double clicks whose second press hits our button, also from below a window that closes itself.',
    holds:
      'None of our pages opens in a frame. A button that changes something works only after it has been visible and in focus for half a second.',
    when: '2026-11',
    tests: ['test/browser/hostile-clicks.test.ts'],
  },
  {
    kind: 'Forged forms (CSRF)',
    tried: 'Every form of our pages, sent from 19 kinds of foreign places, with every type of body.',
    holds:
      'A form is accepted only if the browser says that it comes from our own page. Cookies are not enough.',
    when: '2026-11',
    tests: ['test/server/hostile-forms.test.ts', 'test/browser/unasked.test.ts'],
  },
  {
    kind: 'Sign-in to another account',
    tried: 'Sending somebody a sign-in link to the attacker’s own profile; planting a session in a browser.',
    holds:
      'The page of the link says whose profile it is and who is signed out, and waits for a click. Each sign-in creates a new session; a session from the browser is never reused.',
    when: '2026-11',
    tests: ['test/server/pages.test.ts', 'test/server/hostile-http.test.ts'],
  },
  {
    kind: 'Slow input (ReDoS)',
    tried:
      'Numbers of 40,000 digits, long runs of one character and of combining marks, and inputs that are made to slow down each of our regular expressions.',
    holds:
      'The length of every field is checked first, and a tool checks that each regular expression takes linear time. If something blocks for longer than a second, its route is in the log.',
    when: '2026-11',
    tests: ['test/server/hostile-text.test.ts', 'test/redos/redos.test.ts'],
  },
  {
    kind: 'Script in text (XSS)',
    tried:
      'Markup and scripts in every field of a project and of a page; javascript: and data: in every field that holds an address; callbacks of JSONP.',
    holds:
      'Text is escaped, pages run only our own scripts, links go only to http and https, and callbacks are plain names.',
    when: '2026-11',
    tests: ['test/server/blns.test.ts', 'test/browser/blns.test.ts', 'test/server/hostile-addresses.test.ts'],
  },
  {
    kind: 'Redirects to other sites',
    tried: 'Making a sign-in, a form or a redirect lead to another site, with every trick of addresses.',
    holds: 'An address is parsed as a browser parses it, and accepted only if it stays on our site.',
    when: '2026-11',
    tests: ['test/server/opener-policy.test.ts', 'test/server/pages.test.ts'],
  },
  {
    kind: 'Hostile partner pages',
    tried:
      'A registered site that forges messages and origins, forwards typed digits and permissions, or replaces the browser’s built-in functions.',
    holds:
      'Codes and permissions are for one project and one site, work once, and sign nobody in. The participant can see and end them.',
    when: '2026-11',
    tests: ['test/server/hostile-server.test.ts', 'test/browser/hostile-globals.test.ts'],
  },
  {
    kind: 'Keys and identifiers',
    tried:
      'Keys in the wrong place, repeated, nested or guessed; a participant who sends an id that the owner may use as an idempotency key.',
    holds: 'Only a complete key in its place counts. Ids of owners and ids of participants are kept apart.',
    when: '2026-11',
    tests: ['test/server/keys.test.ts', 'test/server/hostile-http.test.ts', 'test/server/hashed.test.ts'],
  },
  {
    kind: 'Smuggled and odd requests',
    tried:
      'Requests hidden in others, broken chunks and lengths, line breaks in every value that is repeated, two hosts, old and invented versions of HTTP.',
    holds: 'A request that can be read in two ways is refused, and the connection is closed.',
    when: '2026-11',
    tests: ['test/server/hostile-http.test.ts', 'test/server/fuzz.test.ts'],
  },
  {
    kind: 'Other hosts and proxies',
    tried:
      'Requests for another host, foreign host names that point to us, and forged proxy headers, to change links or mails, or to avoid limits.',
    holds:
      'Links and mails use the configured address. Proxy headers are trusted only as far as the settings say.',
    when: '2026-11',
    tests: ['test/server/hostile-hosts.test.ts', 'test/server/pages.test.ts'],
  },
  {
    kind: 'Requests by our server (SSRF)',
    tried: 'Images at addresses of our own network: about a hundred spellings, and redirects to them.',
    holds:
      'A single function makes all such requests. It checks the address that it connects to, and refuses every address that is not public.',
    when: '2026-11',
    tests: ['test/server/hostile-fetch.test.ts', 'test/server/images.test.ts'],
  },
  {
    kind: 'Hostile images',
    tried: 'Pictures that unpack into gigabytes or take minutes to decode, and files that are no pictures.',
    holds: 'Size, format and time are limited before and during decoding. Only our own copy is shown.',
    when: '2026-11',
    tests: ['test/server/images.test.ts'],
  },
  {
    kind: 'Mail to people who want none',
    tried: 'Many mails to one inbox, under every spelling of its address, at once and through several sites.',
    holds:
      'At most three mails an hour and six a day of each kind, and six an hour and twenty a day to sign in, regardless of who requests them. The recipient can stop all but those to sign in permanently, without an account.',
    when: '2026-11',
    tests: ['test/server/hostile-server.test.ts', 'test/server/join-limits.test.ts'],
  },
  {
    kind: 'Withheld projects',
    tried:
      'Making the service name a project that an operator withheld, send mail for it, record for it, or ask for credit.',
    holds:
      'For everybody but its managers and the operators, the project does not exist, at once and at every address, until it is shown again.',
    when: '2026-11',
    tests: ['test/server/withheld.test.ts'],
  },
  {
    kind: 'Guessing',
    tried: 'Guessing digits and keys, from one address and from many networks.',
    holds: 'Tries are limited for each flow, key and network; digits and links work once and expire soon.',
    when: '2026-11',
    tests: ['test/server/join-limits.test.ts', 'test/server/keys.test.ts', 'test/server/limits.test.ts'],
  },
  {
    kind: 'Denial of service',
    tried:
      'Thousands of slow connections, large and deep bodies without a key, and using up the limits of others with forged origins.',
    holds:
      'No network can have more than an eighth of the open requests. The key is checked before the body is read, and a slow body is cut off after ten seconds.',
    when: '2026-11',
    tests: [
      'test/server/slow-clients.test.ts',
      'test/server/before-the-key.test.ts',
      'test/server/reading.test.ts',
      'test/server/proxies.test.ts',
    ],
  },
];
