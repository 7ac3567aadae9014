/** The security headers of our own pages. */
import helmet from 'helmet';

const csp = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    // The preview of a project's message, on its Tools tab.
    frameSrc: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

const shared = {
  contentSecurityPolicy: csp,
  referrerPolicy: { policy: 'no-referrer' as const },
  // The operator decides about the other hosts of the domain.
  strictTransportSecurity: { includeSubDomains: false },
};
/** The headers of every page, also for addresses that no route matches. */
export const usual = helmet(shared);
/** The same for pages that keep their connection to the page that opened them. */
export const popup = helmet({ ...shared, crossOriginOpenerPolicy: false });

/** The policy of a page whose form leads on to another site: a browser applies `form-action` to redirects as well. */
export const policyWithForms = (leadsTo: string): Record<string, string> => {
  const directives = { ...csp.directives, formAction: [...csp.directives.formAction, leadsTo] };
  const text = Object.entries(directives).map(
    ([name, values]) =>
      `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${values.join(' ')}`,
  );
  return { 'Content-Security-Policy': text.join(';') };
};
