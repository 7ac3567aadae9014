import type { ComponentChildren } from 'preact';
import { isOfTheWeb, webUrl } from '../contract/fields/web-url.ts';

/** The address, if a browser may follow it; a `javascript:` or `data:` address in a link is script on our page. */
export function webAddress(address: string): string | undefined {
  const url = webUrl(address.trim());
  return url && isOfTheWeb(url) ? url.href : undefined;
}

type Props = { href: string; class?: string; 'aria-label'?: string; children?: ComponentChildren };

/** A link to an address that somebody gave us: http and https only, anything else is shown as text. */
export function ExternalLink({ href, children, ...rest }: Props) {
  const address = webAddress(href);
  if (address === undefined) return <span>{children ?? href}</span>;
  return (
    <a href={address} rel="noopener ugc" {...rest}>
      {children ?? href}
    </a>
  );
}
