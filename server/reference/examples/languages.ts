/** The languages of the examples, in the order of their tabs. A further one is a row here and in `ExampleLanguage`. */
import type { ExampleLanguage } from '../../../src/contract/api-docs.ts';
import { curl } from './curl.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { r } from './r.ts';
import type { ExampleRequest } from './request.ts';

export type Example = { language: ExampleLanguage; title: string; code: string };

const languages: Record<ExampleLanguage, { title: string; write: (request: ExampleRequest) => string }> = {
  curl: { title: 'curl', write: curl },
  javascript: { title: 'JavaScript', write: javascript },
  python: { title: 'Python', write: python },
  php: { title: 'PHP', write: php },
  r: { title: 'R', write: r },
};

/** The same request in every language. */
export const inEveryLanguage = (request: ExampleRequest): Example[] =>
  (Object.keys(languages) as ExampleLanguage[]).map((language) => ({
    language,
    title: languages[language].title,
    code: languages[language].write(request),
  }));
