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
    tests: ['test/server/http/opener-policy.test.ts', 'test/browser/hostile/without-consent.test.ts'],
  },
  {
    kind: 'Stolen clicks',
    tried:
      'Frames, overlays, forged clicks, and double clicks whose second press hits our button, also from below a window that closes itself.',
    holds:
      'None of our pages opens in a frame. A button that changes something works only after it has been visible and in focus for half a second.',
    when: '2026-11',
    tests: ['test/browser/hostile/hostile-clicks.test.ts'],
  },
  {
    kind: 'Forged forms (CSRF)',
    tried: 'Every form of our pages, sent from 19 kinds of foreign places, with every type of body.',
    holds:
      'A form is accepted only if the browser says that it comes from our own page. Cookies are not enough.',
    when: '2026-11',
    tests: ['test/server/http/hostile/hostile-forms.test.ts', 'test/browser/hostile/without-consent.test.ts'],
  },
  {
    kind: 'Sign-in to another account',
    tried: 'Sending somebody a sign-in link to the attacker’s own profile; planting a session in a browser.',
    holds:
      'The page of the link says whose profile it is and who is signed out, and waits for a click. Each sign-in creates a new session; a session from the browser is never reused.',
    when: '2026-11',
    tests: ['test/server/accounts/signing-in.test.ts', 'test/server/http/hostile/hostile-http.test.ts'],
  },
  {
    kind: 'Slow input (ReDoS)',
    tried:
      'Numbers of 40,000 digits, long runs of one character and of combining marks, and inputs that are made to slow down each of our regular expressions.',
    holds:
      'The length of every field is checked first, and a tool checks that each regular expression takes linear time. If something blocks for longer than a second, its route is in the log.',
    when: '2026-11',
    tests: ['test/server/http/hostile/hostile-text.test.ts', 'test/redos/redos.test.ts'],
  },
  {
    kind: 'Script in text (XSS)',
    tried:
      'Markup and scripts in every field of a project and of a page; javascript: and data: in every field that holds an address; callbacks of JSONP.',
    holds:
      'Text is escaped, pages run only our own scripts, links go only to http and https, and callbacks are plain names.',
    when: '2026-11',
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
    when: '2026-11',
    tests: ['test/server/http/opener-policy.test.ts', 'test/server/accounts/signing-in.test.ts'],
  },
  {
    kind: 'Hostile partner pages',
    tried:
      'A registered site that forges messages and origins, forwards typed digits and permissions, or replaces the browser’s built-in functions.',
    holds:
      'Codes and permissions are for one project and one site, work once, and sign nobody in. The participant can see and end them.',
    when: '2026-11',
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
    when: '2026-11',
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
    when: '2026-11',
    tests: ['test/server/http/hostile/hostile-http.test.ts', 'test/server/http/hostile/fuzz.test.ts'],
  },
  {
    kind: 'Other hosts and proxies',
    tried:
      'Requests for another host, foreign host names that point to us, and forged proxy headers, to change links or mails, or to avoid limits.',
    holds:
      'Links and mails use the configured address. Proxy headers are trusted only as far as the settings say.',
    when: '2026-11',
    tests: ['test/server/http/hostile/hostile-hosts.test.ts', 'test/server/http/pages.test.ts'],
  },
  {
    kind: 'Requests by our server (SSRF)',
    tried: 'Images at addresses of our own network: about a hundred spellings, and redirects to them.',
    holds:
      'A single function makes all such requests. It checks the address that it connects to, and refuses every address that is not public.',
    when: '2026-11',
    tests: ['test/server/http/hostile/hostile-fetch.test.ts', 'test/server/images/images.long.test.ts'],
  },
  {
    kind: 'Hostile images',
    tried: 'Pictures that unpack into gigabytes or take minutes to decode, and files that are no pictures.',
    holds: 'Size, format and time are limited before and during decoding. Only our own copy is shown.',
    when: '2026-11',
    tests: ['test/server/images/images.long.test.ts'],
  },
  {
    kind: 'Mail to people who want none',
    tried: 'Many mails to one inbox, under every spelling of its address, at once and through several sites.',
    holds:
      'At most three mails an hour and six a day of each kind, and six an hour and twenty a day to sign in, regardless of who requests them. The recipient can stop all but those to sign in permanently, without an account.',
    when: '2026-11',
    tests: ['test/server/http/hostile/hostile-server.test.ts', 'test/server/accounts/join-limits.test.ts'],
  },
  {
    kind: 'Withheld projects',
    tried:
      'Making the service name a project that an operator withheld, send mail for it, record for it, or ask for credit.',
    holds:
      'For everybody but its managers and the operators, the project does not exist, at once and at every address, until it is shown again.',
    when: '2026-11',
    tests: ['test/server/projects/withheld.test.ts'],
  },
  {
    kind: 'Member or stranger',
    tried:
      'Asking every page, form and operation about a member and about a stranger, in each field that can name a person; requesting all of them from another site; and sending a visitor through an authorization with prompt=none, which told who was a member.',
    holds:
      'The replies are the same byte for byte, after the same queries. An authorization without a question answers only about people who authorized that site before. The look-up of profiles tells whether an address is known, as documented.',
    when: '2026-11',
    tests: ['test/server/http/told-apart.test.ts', 'test/server/accounts/user-enumeration.test.ts'],
  },
  {
    kind: 'Invented people',
    tried:
      'What an owner with 20 invented people learns about one real person: whether Stats counts them, and whether they withdrew. Before, every guess was right after five groups of invented people only, and a notice told how many contributions one person withdrew.',
    holds:
      'One group around the person is guessed right in 60 of 100, where a coin is right in 50. Every number of people for owners passes one rule, and notices are about whole months. It is not prevented that the same person is reported in 25 such groups (84 of 100) or 101 (98): the person sees these reports.',
    when: '2026-11',
    tests: [
      'test/server/volunteers/invented-people.test.ts',
      'test/server/volunteers/stats-differencing.test.ts',
    ],
  },
  {
    kind: 'Guessing',
    tried: 'Guessing digits and keys, from one address and from many networks.',
    holds: 'Tries are limited for each flow, key and network; digits and links work once and expire soon.',
    when: '2026-11',
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
    when: '2026-11',
    tests: [
      'test/server/http/slow-clients.long.test.ts',
      'test/server/keys/before-the-key.test.ts',
      'test/server/http/reading.test.ts',
      'test/programs/proxies.test.ts',
    ],
  },
];

/** One round of attacks from outside: what was tried and how often, and whether it held or was mended. */
export type Round = { tried: string; result: string; when: string; tests: string[] };

export const rounds: Round[] = [
  {
    tried:
      'In production behind the supplied nginx and Caddy, 109 requests each: hidden requests, foreign hosts, bent paths, odd methods, large headers, upgrades. After each one, three ordinary requests of other people.',
    result: 'Held: nobody received the reply of another request.',
    when: '2026-11-26',
    tests: ['test/programs/proxies.test.ts', 'test/server/http/hostile/hostile-http.test.ts'],
  },
  {
    tried:
      'HTTP/2 through both: 16 requests each with a foreign authority, wrong lengths, schemes and paths; thousands of streams that are reset at once.',
    result:
      'Held: nginx ended the connection after 1,000 streams, Caddy took 4,000; other people were answered.',
    when: '2026-11-26',
    tests: ['test/programs/proxies.test.ts'],
  },
  {
    tried:
      'Forged addresses through both, in four headers, and by asking the proxy to drop its own. The logs afterwards, for paths, cookies and keys.',
    result: 'Held.',
    when: '2026-11-26',
    tests: ['test/programs/proxies.test.ts', 'test/server/http/hostile/hostile-hosts.test.ts'],
  },
  {
    tried:
      'DNS rebinding with a DNS server of our own, 153 names: public first and private then, aliases, IPv6, IPv4 inside IPv6, many records.',
    result: 'Held: no private address was connected to.',
    when: '2026-11-26',
    tests: ['test/server/http/hostile/rebinding.test.ts'],
  },
  {
    tried: '40 names whose DNS servers are silent, through the check of a page.',
    result:
      'Mended: for minutes no other name was found. Lookups of foreign names no longer wait for each other.',
    when: '2026-11-26',
    tests: ['test/server/http/hostile/rebinding.test.ts'],
  },
  {
    tried:
      'Proofs of a site by DNS, 17 forms: parts, capitals, long and many records, another project’s line.',
    result: 'Held.',
    when: '2026-11-26',
    tests: ['test/server/projects/origin-proof.test.ts'],
  },
  {
    tried:
      'A copied store without the pepper: a value of every column that holds digests used as a session, link, key and permission; guesses of an address, a network and six digits.',
    result: 'Held: nothing was accepted, and no guess matched.',
    when: '2026-11-26',
    tests: [
      'test/server/operating/copied-store.test.ts',
      'test/server/operating/pepper.long.test.ts',
      'test/server/http/hostile/canary.test.ts',
    ],
  },
  {
    tried:
      'An owner with four invented volunteers writes to a group of them and one real person: whether the preview, the refusal, the log or the number of recipients tells if that person wants mail.',
    result:
      'Mended: a preview instead of “fewer than 5” told it for certain. Groups are counted as the managers see them in their list, with people who ended mail.',
    when: '2026-11-26',
    tests: ['test/server/volunteers/volunteers-groups.test.ts'],
  },
  {
    tried:
      'A hostile page in Firefox and Chromium, 12 of our addresses, each fetched with and without permission, and as a script, image, frame and object: by a member and by a stranger. A form in the member’s name.',
    result:
      'Held: both see the same, none of our pages can be read or opened in a frame, and the form is refused.',
    when: '2026-11-26',
    tests: ['test/engines/firefox.test.ts', 'test/engines/chromium.test.ts'],
  },
  {
    tried:
      'Sessions, sign-in links, invitations, guardians’ links, links for an address, and drafts of an earlier release on this one, and the reverse; each used one used again after going back.',
    result:
      'Held: sessions, drafts and sign-in links work in both, links once. Invitations and links of the other two kinds work only in the release that made them.',
    when: '2026-11-26',
    tests: ['test/server/operating/two-releases.long.test.ts', 'test/server/accounts/sealed-links.test.ts'],
  },
  {
    tried:
      '100,000 malformed requests on each engine, half of them forms of seven roles (seeds 101 and 102).',
    result: 'Held: no 5xx, none took a second.',
    when: '2026-11-26',
    tests: ['test/server/http/hostile/fuzz.test.ts'],
  },
  {
    tried: 'A form with 900 kB of plus signs, as spaces are sent.',
    result: 'Mended: it kept the service busy for 60 to 120 ms; such forms are read in linear time now.',
    when: '2026-11-26',
    tests: ['test/server/http/reading.test.ts'],
  },
  {
    tried: 'Two releases on one store at the same time, and the older one afterwards.',
    result: 'Held.',
    when: '2026-11-26',
    tests: ['test/server/operating/two-releases.long.test.ts'],
  },
  {
    tried:
      'Contributions on Citus, at two processes at once: 80 idempotency keys four or six times each, with other content, and again while the person removes and takes back; everybody recording in eight projects of two workers while people opt out, remove and delete; 960 contributions in opposite orders.',
    result: 'Held: one contribution for a key, nothing of those who left, no deadlock, every sum right.',
    when: '2026-11-26',
    tests: ['test/scale/attacks.test.ts'],
  },
  {
    tried:
      'Citus: keys and people at projects of another worker, and seven forged ids of projects (of other shards, of none, above 64 bits) at six forms and calls.',
    result: 'Held.',
    when: '2026-11-26',
    tests: ['test/scale/attacks.test.ts'],
  },
  {
    tried:
      'Citus: contributions that wait for a locked row, and a worker that is killed under load; then all replies and the log, for hosts, passwords, keys and addresses.',
    result:
      'Mended: /health named the host and port of a worker that was away to everybody; it says how many now. The rest held: such contributions are refused after 2.5 seconds, others are stored.',
    when: '2026-11-26',
    tests: ['test/scale/attacks.test.ts', 'test/scale/workers.test.ts'],
  },
  {
    tried:
      'Citus: a worker that is stopped (SIGSTOP) while contributions to 12 projects and 60 requests for one person’s contributions arrive.',
    result:
      'Held: sign-in, the directory and projects’ pages go on, since new connections to the worker fail in time. Statements on connections that were open before hang until an operator ends the worker.',
    when: '2026-11-26',
    tests: ['test/scale/workers.test.ts'],
  },
  {
    tried:
      'Contributions with the keys of test contributions, at the moment when these are deleted because the project is published.',
    result:
      'Mended: a contribution passed for a repetition of the test, and was lost, where another request deleted the test.',
    when: '2026-11-26',
    tests: ['test/server/events/large-unties.long.test.ts'],
  },
];
