import type { ComponentChildren } from 'preact';
import type { Frame } from '../contract/pages.ts';
import { Dots } from './drawings/dots.tsx';
import { LanguageForm } from './forms/language-form.tsx';
import { useWords } from './words/use-words.tsx';

type Props = { frame: Frame; path: string; children: ComponentChildren };

const SkipLink = () => (
  <a class="skip" href="#main">
    {useWords().words.frame.skip}
  </a>
);

const Brand = ({ name }: { name: string }) => (
  <>
    <Dots count={21} class="mark" />
    <span>{name}</span>
  </>
);

/** On a small screen an address would take the whole line. */
const Visitor = ({ name }: { name: string }) => (
  <>
    <span class="on-wide">{name || useWords().words.frame.yourPage}</span>
    <span class="on-small">{useWords().words.frame.yourPage}</span>
  </>
);

/** The frame of every page: header, navigation, footer. */
export function SiteFrame({ frame, path, children }: Props) {
  const { serviceName, development, visitor, ownPages = [] } = frame;
  const { words } = useWords();
  const w = words.frame;
  const [here = ''] = path.split(/[?#]/);
  const mine = visitor
    ? { href: '/me', text: <Visitor name={visitor.name} /> }
    : { href: '/sign-in', text: w.signIn };
  const links = [
    { href: '/finder', text: w.find },
    { href: '/docs', text: w.owners },
    ...(visitor && visitor.role !== 'none' ? [{ href: '/review', text: w.review }] : []),
    // On a small screen, the page of /review leads there.
    ...(visitor?.role === 'operator' ? [{ href: '/operator', text: w.operator, look: 'on-wide' }] : []),
    mine,
    // On a small screen there is no room for it; the page of /me leads there.
    ...(visitor ? [{ href: '/account', text: w.account, look: 'on-wide' }] : []),
  ];
  return (
    <>
      <SkipLink />
      <header class="site-header">
        <div class="width">
          <a class="brand" href="/">
            <Brand name={serviceName} />
          </a>
          <nav aria-label={w.main}>
            <ul>
              {links.map(({ href, text, ...more }) => (
                <li class={'look' in more ? more.look : undefined}>
                  <a href={href} aria-current={href === here ? 'page' : undefined}>
                    <span>{text}</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main id="main" class="width" tabIndex={-1}>
        {children}
      </main>
      <footer class="site-footer">
        <div class="width">
          <p>
            <a href="/add">{w.register}</a> · <a href="/docs">{w.forOwners}</a> ·{' '}
            <a href="/programmes">{w.programmes}</a> · <a href="/builder">{w.builder}</a> ·{' '}
            <a href="/docs/api">{w.reference}</a>
          </p>
          {ownPages.length > 0 && (
            <p>
              {ownPages.map(({ name, address }, index) => (
                <>
                  {index > 0 && ' · '}
                  <a href={address}>{w.own[name]}</a>
                </>
              ))}
            </p>
          )}
          {frame.isTranslated && <LanguageForm path={path} frame={frame} />}
          {development && (
            <p class="development">
              <strong>Development</strong> <a href="/dev/outbox">Outbox</a>{' '}
              <a href={development.demo}>Demonstration partner</a>
            </p>
          )}
        </div>
      </footer>
    </>
  );
}

/** The small window that a partner's page opens: the mark and the matter, no ways to wander off. */
export function PopupFrame({ frame, children }: Props) {
  return (
    <div class="popup">
      <header class="brand">
        <Brand name={frame.serviceName} />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
