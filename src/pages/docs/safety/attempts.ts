/**
 * Attacks that were tried against the service, by kind: the attack and the protection. `tests` repeat it with every
 * change; test/pages/docs-lists.test.ts checks that they exist.
 */
export type Attempt = { kind: string; tried: string; holds: string; tests: string[] };

/** The day on which all of them were last tried by hand. */
export const lastTried = '2026-11-26';

export const attempts: Attempt[] = [
  {
    kind: 'Opened windows',
    tried:
      'Opening our pages in a window and observing it, to learn whether a visitor is signed in: more than 200 spellings of the page that follows a sign-in.',
    holds:
      'How a window behaves depends only on the address, never on the visitor. It is the same for members and strangers.',
    tests: ['test/server/http/opener-policy.test.ts', 'test/browser/hostile/without-consent.test.ts'],
  },
  {
    kind: 'Stolen clicks',
    tried:
      'Frames, overlays, forged clicks, and double clicks whose second press hits our button, also from below a window that closes itself.',
    holds:
      'None of our pages opens in a frame. A button that changes something works only after it has been visible and in focus for half a second.',
    tests: ['test/browser/hostile/hostile-clicks.test.ts'],
  },
  {
    kind: 'Forged forms (CSRF)',
    tried: 'Every form of our pages, sent from 19 kinds of foreign places, with every type of body.',
    holds:
      'A form is accepted only if the browser says that it comes from our own page. Cookies are not enough.',
    tests: ['test/server/http/hostile/hostile-forms.test.ts', 'test/browser/hostile/without-consent.test.ts'],
  },
  {
    kind: 'Sign-in to another account',
    tried: 'Sending somebody a sign-in link to the attacker’s own profile; planting a session in a browser.',
    holds:
      'The page of the link says whose profile it is and who is signed out, and waits for a click. Each sign-in creates a new session; a session from the browser is never reused.',
    tests: ['test/server/accounts/signing-in.test.ts', 'test/server/http/hostile/hostile-http.test.ts'],
  },
  {
    kind: 'Slow input (ReDoS)',
    tried:
      'Numbers of 40,000 digits, long runs of one character and of combining marks, and inputs that are made to slow down each of our regular expressions.',
    holds:
      'The length of every field is checked first, and a tool checks that each regular expression takes linear time. If something blocks for longer than a second, its route is in the log.',
    tests: ['test/server/http/hostile/hostile-text.test.ts', 'test/redos/redos.test.ts'],
  },
  {
    kind: 'Script in text (XSS)',
    tried:
      'Markup and scripts in every field of a project and of a page; javascript: and data: in every field that holds an address; callbacks of JSONP.',
    holds:
      'Text is escaped, pages run only our own scripts, links go only to http and https, and callbacks are plain names.',
    tests: [
      'test/server/http/hostile/blns.test.ts',
      'test/browser/hostile/blns.test.ts',
      'test/server/http/hostile/hostile-addresses.test.ts',
    ],
  },
  {
    kind: 'Redirects to other sites',
    tried: 'Making a sign-in, a form or a redirect lead to another site, with every trick of addresses.',
    holds: 'An address is parsed as a browser parses it, and accepted only if it stays on our site.',
    tests: ['test/server/http/opener-policy.test.ts', 'test/server/accounts/signing-in.test.ts'],
  },
  {
    kind: 'Hostile partner pages',
    tried:
      'A registered site that forges messages and origins, forwards typed digits and permissions, or replaces the browser’s built-in functions.',
    holds:
      'Codes and permissions are for one project and one site, work once, and sign nobody in. The participant can see and end them.',
    tests: [
      'test/server/http/hostile/hostile-server.test.ts',
      'test/browser/hostile/hostile-globals.test.ts',
    ],
  },
  {
    kind: 'Keys and identifiers',
    tried:
      'Keys in the wrong place, repeated, nested or guessed; a participant who sends an id that the owner may use as an idempotency key.',
    holds: 'Only a complete key in its place counts. Ids of owners and ids of participants are kept apart.',
    tests: [
      'test/server/keys/keys.test.ts',
      'test/server/http/hostile/hostile-http.test.ts',
      'test/server/events/hashed.test.ts',
    ],
  },
  {
    kind: 'Smuggled and odd requests',
    tried:
      'Requests hidden in others, broken chunks and lengths, line breaks in every value that is repeated, two hosts, old and invented versions of HTTP.',
    holds: 'A request that can be read in two ways is refused, and the connection is closed.',
    tests: ['test/server/http/hostile/hostile-http.test.ts', 'test/server/http/hostile/fuzz.test.ts'],
  },
  {
    kind: 'Other hosts and proxies',
    tried:
      'Requests for another host, foreign host names that point to us, and forged proxy headers, to change links or mails, or to avoid limits.',
    holds:
      'Links and mails use the configured address. Proxy headers are trusted only as far as the settings say.',
    tests: ['test/server/http/hostile/hostile-hosts.test.ts', 'test/server/http/pages.test.ts'],
  },
  {
    kind: 'Requests by our server (SSRF)',
    tried: 'Images at addresses of our own network: about a hundred spellings, and redirects to them.',
    holds:
      'A single function makes all such requests. It checks the address that it connects to, and refuses every address that is not public.',
    tests: ['test/server/http/hostile/hostile-fetch.test.ts', 'test/server/images/images.long.test.ts'],
  },
  {
    kind: 'Hostile images',
    tried: 'Pictures that unpack into gigabytes or take minutes to decode, and files that are no pictures.',
    holds: 'Size, format and time are limited before and during decoding. Only our own copy is shown.',
    tests: ['test/server/images/images.long.test.ts'],
  },
  {
    kind: 'Mail to people who want none',
    tried: 'Many mails to one inbox, under every spelling of its address, at once and through several sites.',
    holds:
      'At most three mails an hour and six a day of each kind, and six an hour and twenty a day to sign in, regardless of who requests them. The recipient can stop all but those to sign in permanently, without an account.',
    tests: ['test/server/http/hostile/hostile-server.test.ts', 'test/server/accounts/join-limits.test.ts'],
  },
  {
    kind: 'Withheld projects',
    tried:
      'Making the service name a project that an operator withheld, send mail for it, record for it, or ask for credit.',
    holds:
      'For everybody but its managers and the operators, the project does not exist, at once and at every address, until it is shown again.',
    tests: ['test/server/projects/withheld.test.ts'],
  },
  {
    kind: 'Member or stranger',
    tried:
      'Asking every page, form and operation about a member and about a stranger, in each field that can name a person; requesting all of them from another site; and sending a visitor through an authorization with prompt=none, which told who was a member.',
    holds:
      'The replies are the same byte for byte, after the same queries. An authorization without a question answers only about people who authorized that site before. The look-up of profiles tells whether an address is known, as documented.',
    tests: ['test/server/http/told-apart.test.ts', 'test/server/accounts/user-enumeration.test.ts'],
  },
  {
    kind: 'Invented people',
    tried:
      'What an owner with 20 invented people learns about one real person: whether Stats counts them, and whether they withdrew. Before, every guess was right after five groups of invented people only, and a notice told how many contributions one person withdrew.',
    holds:
      'One group around the person is guessed right in 60 of 100, where a coin is right in 50. Every number of people for owners passes one rule, and notices are about whole months. It is not prevented that the same person is reported in 25 such groups (84 of 100) or 101 (98): the person sees these reports.',
    tests: [
      'test/server/volunteers/invented-people.test.ts',
      'test/server/volunteers/stats-differencing.test.ts',
    ],
  },
  {
    kind: 'Guessing',
    tried: 'Guessing digits and keys, from one address and from many networks.',
    holds: 'Tries are limited for each flow, key and network; digits and links work once and expire soon.',
    tests: [
      'test/server/accounts/join-limits.test.ts',
      'test/server/keys/keys.test.ts',
      'test/server/http/limits.test.ts',
    ],
  },
  {
    kind: 'Denial of service',
    tried:
      'Thousands of slow connections, large and deep bodies without a key, and using up the limits of others with forged origins.',
    holds:
      'No network can have more than an eighth of the open requests. The key is checked before the body is read, and a slow body is cut off after ten seconds.',
    tests: [
      'test/server/http/slow-clients.long.test.ts',
      'test/server/keys/before-the-key.test.ts',
      'test/server/http/reading.test.ts',
      'test/programs/proxies.test.ts',
    ],
  },
];
