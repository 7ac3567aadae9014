/** The requests of each embed, compared with the policies of the page; a policy that stops one is named with the line to change. */
import type { Finding } from '../../../src/contract/check-page.ts';
import type { OnPage } from './check.ts';
import { type Asked, type ContentPolicy, stops, withSource } from './policy.ts';

type NeededSource = Asked & { for: string };

const scriptKinds = ['script-src-elem', 'script-src', 'default-src'];

export function policyFindings(
  found: OnPage[],
  policies: ContentPolicy[],
  page: URL,
  baseUrl: string,
): Finding[] {
  if (policies.length === 0)
    return [{ kind: 'right', says: 'No content security policy stands in the way.' }];
  const source = new URL(baseUrl).origin;
  const wanted = new Map<string, Finding>();
  for (const policy of policies) {
    for (const needed of found.flatMap((each) => requestsOf(each, baseUrl))) {
      const name = stops(policy, needed, page);
      if (name === undefined) continue;
      const [usual = name] = needed.kinds.filter((kind) => kind !== 'script-src-elem');
      const isStrict = policy.get(name)?.includes("'strict-dynamic'") && needed.kinds === scriptKinds;
      const line = withSource(policy, name, usual, source);
      wanted.set(`${name} ${needed.for}`, {
        kind: 'wrong',
        says: isStrict
          ? `Your content security policy stops ${needed.for}: with \`'strict-dynamic'\` only scripts with the nonce of the page run. Add \`nonce="…"\` to our script, as your other scripts have it.`
          : `Your content security policy (\`${name}\`) stops ${needed.for}.`,
        ...(!isStrict && { line }),
      });
    }
    const sandbox = policy.get('sandbox');
    if (sandbox && !sandbox.includes('allow-scripts'))
      wanted.set('sandbox', {
        kind: 'wrong',
        says: 'Your content security policy puts the page into a sandbox without scripts.',
        line: ['sandbox', ...sandbox, 'allow-scripts'].join(' '),
      });
  }
  return wanted.size > 0
    ? [...wanted.values()]
    : [{ kind: 'right', says: 'Your content security policy lets the embed through.' }];
}

function requestsOf({ tag, built, src }: OnPage, baseUrl: string): NeededSource[] {
  if (tag.name === 'iframe')
    return src ? [{ for: 'the frame', kinds: ['frame-src', 'child-src', 'default-src'], url: src }] : [];
  const at = (path: string) => new URL(path, baseUrl);
  const { values, embed } = built;
  const hasPictures =
    embed.name === 'finder' && values['pictures'] !== 'hide' && values['layout'] !== 'compact';
  return [
    ...(src ? [{ for: 'the script', kinds: scriptKinds, url: src, nonce: tag.attributes['nonce'] }] : []),
    { for: 'its requests', kinds: ['connect-src', 'default-src'], url: at('/embed/project') },
    ...(hasPictures
      ? [{ for: 'the pictures', kinds: ['img-src', 'default-src'], url: at('/images/x.webp') }]
      : []),
  ];
}
