/** Requests to pages and forms: as the page would send them, and broken in every way. */
import fc from 'fast-check';
import { fieldNames, pageRows } from '../set-up/service/mounted-pages.ts';
import type { FoundForm } from './crawl.ts';
import { type Role, roles } from './people.ts';
import { bodies, type Fields, formOf, type Fuzzed } from './requests.ts';
import { junk, type Known, type Value, valuesFor } from './values.ts';

/** A request of a role, whose cookie is added when it is sent. */
export type FormRequest = Fuzzed & { role: Role };

/** Names that every object inherits, and other texts that are no value of any field. */
const hostile: Value = fc.oneof(
  fc.constantFrom(
    ...['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'prototype', 'then'],
    ...['\0', 'a\0b', '\ud800', '-1', '0', '1.5', '1e3', '9e99', '0x10', 'NaN', 'null', 'Infinity'],
    ...['99999999999999999999', '9007199254740993', '2147483648', ' ', '٣', '\u202e', "'", '%', 'a,b'],
  ),
  fc.constantFrom({ constructor: 1 }, { toString: 1 }, { toString: null }, [{}], [['a']], ['a', 1], {
    a: [],
  }),
  fc.nat({ max: 60_000 }).map((length) => 'long '.repeat(length / 5)),
  junk,
);

const boundary = 'y-y-y';
/** A form with files, also where a text is meant. */
const withFiles = (fields: Fields) =>
  `${fields
    .map(([name, value], at) => {
      const file = at % 2 === 0 ? '; filename="a.txt"\r\nContent-Type: image/png' : '';
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
    })
    .join('')}--${boundary}--\r\n`;
const sending: typeof bodies = [
  ['application/x-www-form-urlencoded', formOf],
  ['application/x-www-form-urlencoded', formOf],
  ...bodies,
  [`multipart/form-data; boundary=${boundary}`, withFiles],
];

const segments = fc.constantFrom(
  ...['0', '-1', '1', '11', '12', '99', '99999999999999999999', 'x', '11-x', '1e3', '%00', '%ff', '%2f'],
  ...['constructor', '__proto__', 'toString', 'a'.repeat(2000)],
);

/** Rows whose forms no page showed yet are sent with names that any form has. */
export function formRequests(forms: FoundForm[], known: Known): fc.Arbitrary<FormRequest> {
  const meant = valuesFor(known);
  const all = [
    ...new Set([...forms.flatMap(({ fields }) => fields.map(({ name }) => name)), ...fieldNames()]),
  ];
  const shown = new Set(forms.map(({ row }) => row));
  const unshown = pageRows().filter((row) => !shown.has(row));
  const value = ({ name, values }: FoundForm['fields'][number], carelessness: number): Value => {
    const offered = values.filter((each) => each !== '');
    const typed = meant[name] ?? fc.constantFrom('x', 'A few words', '1', '11', 'yes', 'person@example.org');
    return fc.oneof(
      { weight: 12, arbitrary: offered.length > 0 ? fc.constantFrom(...offered) : typed },
      { weight: 1, arbitrary: typed },
      { weight: carelessness, arbitrary: hostile },
    );
  };
  const inForm = fc
    .tuple(fc.constantFrom(...(forms.length > 0 ? forms : [nothing])), fc.constantFrom(0, 0, 1, 2, 20))
    .chain(([form, carelessness]) => {
      const fields = form.fields.map((field) =>
        fc
          .tuple(value(field, carelessness), value(field, carelessness), fc.nat({ max: 99 }))
          .map(([one, other, chance]): Fields =>
            carelessness > 0 && chance < 10
              ? []
              : carelessness > 0 && chance > 94
                ? [
                    [field.name, one],
                    [field.name, other],
                  ]
                : [[field.name, one]],
          ),
      );
      const extra = fc.array(
        fc.tuple(fc.constantFrom('__proto__', 'constructor', 'act', 'toString', '', 'lang', 'next'), hostile),
        { maxLength: carelessness > 1 ? 2 : 0 },
      );
      return fc
        .tuple(fc.tuple(...fields), extra)
        .map(([parts, more]) => ({ ...form, sent: [...parts.flat(), ...more] as Fields }));
    });
  const unshownForm = fc
    .tuple(
      fc.constantFrom(...unshown),
      fc.array(fc.tuple(fc.constantFrom(...all), fc.oneof(hostile, fc.constantFrom('11', 'yes', 'x'))), {
        maxLength: 6,
      }),
      fc.constantFrom(...roles),
      segments,
    )
    .map(([row, sent, role, segment]) => {
      const pattern = row.split(' ')[1] ?? '';
      const path = pattern.replace(/:project\b/, '11').replace(/:\w+/g, () => segment);
      return { row, path, role, sent: sent as Fields };
    });
  return fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: inForm }, { weight: 1, arbitrary: unshownForm }),
      fc.constantFrom(...sending),
      fc.constantFrom(...roles),
      fc.nat({ max: 99 }),
      segments,
    )
    .map(([{ row, path, role, sent }, [type, write], otherRole, chance, segment]) => {
      const [method = 'GET'] = row.split(' ');
      const isPost = method === 'POST';
      const [place = '', asked] = path.split('?');
      const address = chance < 5 ? place.replace(/\/[^/]*\d[^/]*/, () => `/${segment}`) : place;
      const query = isPost ? asked : formOf(sent);
      return {
        row,
        role: chance > 75 ? otherRole : role,
        method,
        // For longer ones, Node itself replies.
        path: `${address}${query ? `?${query}` : ''}`.slice(0, 15_000),
        headers: { ...(isPost && { 'content-type': type }) },
        body: isPost ? Buffer.from(write(sent)) : undefined,
      };
    });
}

const nothing: FoundForm = { row: 'GET /', path: '/', role: 'stranger', fields: [] };
