/**
 * Tables as spreadsheets, databases and people write them, sent as files to the operator's page, which reads them like
 * the command. Reading is the same on every database.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { shareScene, signIn } from '../scene.ts';

const says = 'Count what lives here; once a month, all year.';
const columns = ['name', 'description', 'url', 'origin', 'contact_email'];
const pond = (name: string, ...more: string[]) => [
  ...[name, says, 'https://pond.example/', 'Pond people', 'owner@example.org'],
  ...more,
];
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const table = (rows: string[][], separator = ',', end = '\r\n') =>
  rows.map((row) => row.map(cell).join(separator) + end).join('');
const ponds = [columns, pond('Teich eins'), pond('Étang à côté')];
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
/** Latin letters of one byte each, as old spreadsheets write them. */
const windows1252 = (text: string) => Buffer.from(text, 'latin1');
const headed = (...names: string[]) => table([names, pond('Teich eins'), pond('Teich zwei')], ';');
const withColumn = (name: string, ...values: string[]) =>
  table([[...columns, name], ...values.map((value, at) => pond(`Teich ${at}`, value))]);
const count = (added: number, refused = 0) =>
  `CSV: it would be ${added} added, 0 updated, ${refused} refused`;

describe('tables of projects', () => {
  let service: Service;
  let cookie: string;

  beforeAll(async () => {
    ({ service } = await shareScene('sqlite'));
    await service.operate('role', 'tables@example.org', 'operator');
    cookie = await signIn(service, 'tables@example.org');
  });

  const read = async (bytes: string | Buffer, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ owner: 'owner@example.org', act: 'check', ...more }))
      form.set(name, value);
    const whole = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    form.set('file', new Blob([Uint8Array.from(whole)]), 'table.csv');
    const headers = { cookie, origin: service.baseUrl };
    const reply = await service.get('/operator/import', { method: 'POST', body: form, headers });
    const html = (await reply.text()).replace(/<textarea.*?<\/textarea>/gs, '');
    return html
      .replace(/<[^<>]*>/g, ' ')
      .replace(/&#39;/g, "'")
      .replace(/\s+/g, ' ');
  };

  test.each<[what: string, bytes: string | Buffer]>([
    ['commas', table(ponds)],
    ['semicolons', table(ponds, ';')],
    ['tabs', table(ponds, '\t')],
    ['vertical bars', table(ponds, '|')],
    ['line feeds', table(ponds, ',', '\n')],
    ['carriage returns', table(ponds, ',', '\r')],
    ['no line break at the end', table(ponds).trimEnd()],
    ['a byte order mark', `\uFEFF${table(ponds)}`],
    ['a line that names the separator', `sep=;\r\n${table(ponds, ';')}`],
    ['that line with a byte order mark', `\uFEFFsep=;\r\n${table(ponds, ';')}`],
    ['that line, quoted, and an unusual separator', `"sep=^"\n${table(ponds, '^')}`],
    ['titles above', `Projects 2026;;;;\r\n\r\nLast changed: 1 March;;;;\r\n${table(ponds, ';')}`],
    ['a title that names columns', `"name, description and url, as of May"\r\n${table(ponds)}`],
    [
      'blank rows between and after',
      table([columns, [], ...ponds.slice(1, 2), ['', ' ', '', '', '\t'], ...ponds.slice(2)]),
    ],
    ['rows of separators alone', `${table(ponds)}${',,,,\r\n'.repeat(2000)}`],
    ['columns without names that are empty', table(ponds.map((row) => [...row, '', '']))],
    [
      'an index without a name',
      table(
        ponds.map((row, at) => [at === 0 ? '' : String(at), ...row]),
        '\t',
      ),
    ],
    ['an index that is called Nr.', table(ponds.map((row, at) => [at === 0 ? 'Nr.' : String(at), ...row]))],
    ['an index of pandas', table(ponds.map((row, at) => [at === 0 ? 'Unnamed: 0' : String(at), ...row]))],
    [
      'rows shorter than the head',
      `name,description,url,origin,contact_email,city,zip\n${table(ponds.slice(1))}`,
    ],
    ['UTF-16 with its mark', utf16(`\uFEFF${table(ponds, '\t')}`)],
    ['UTF-16 of the other order', utf16(`\uFEFF${table(ponds)}`, true)],
    ['UTF-16 without a mark', utf16(table(ponds))],
    ['UTF-16 of the other order without a mark', utf16(table(ponds), true)],
    ['separators within quotes', table([columns, pond('Teich; eins, "zwei"\t|'), pond('Drei')], ';')],
    [
      'line breaks within quotes',
      table([columns, pond('Teich'), pond('Zwei')]).replaceAll(says, `${says}\r\nAnd\nmore`),
    ],
    [
      'line breaks in the head',
      `"name","description\n(one to three sentences)",url,origin,contact_email\r\n${table(ponds.slice(1))}`,
    ],
    [
      'quotation marks within a text',
      `${columns.join('\t')}\n${pond('The 5" pipe').join('\t')}\n${pond('Say "hello"').join('\t')}\n`,
    ],
    [
      'remarks in the names',
      headed('Name *', 'Description (1, 2 or 3 sentences)', 'URL:', 'origin [who]', 'Contact e-mail'),
    ],
    ['German names', headed('Projekttitel', 'Beschreibung', 'Webseite', 'Träger', 'E-Mail-Adresse')],
    ['French names', headed('Titre', 'Description du projet', 'Site web', 'Organisation', 'Courriel')],
    ['Spanish names', headed('Título', 'Descripción', 'Página web', 'Institución', 'Correo electrónico')],
    ['Portuguese names', headed('Título', 'Descrição', 'Sítio web', 'Organização', 'Endereço de e-mail')],
    ['Arabic names', headed('اسم المشروع', 'الوصف', 'الموقع الإلكتروني', 'المنظمة', 'البريد الإلكتروني')],
    ['English names', headed('Project title', 'Summary', 'Website', 'Organization', 'Email address')],
    [
      'names without accents and in capitals',
      headed('TITRE', 'RESUME', 'SITE INTERNET', 'ORGANISME', 'COURRIEL'),
    ],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toContain(count(2));
  });

  test('Windows-1252 is read, and the page says so', async () => {
    const text = await read(windows1252(table(ponds, ';')));
    expect(text).toContain(count(2));
    expect(text).toContain('is not UTF-8 and was read as Windows-1252');
  });

  test('what was read from a file is what is stored on the second press', async () => {
    const stored = await read(windows1252(table([columns, pond('Mémoire des étangs')], ';')), {
      act: 'import',
    });
    expect(stored).toContain('1 added');
    expect(stored).toContain('Mémoire des étangs');
  });

  test.each([
    ['a date with dots', withColumn('start_date', '01.03.2026', '1.3.2026', '2026-03-01', '1. 3. 2026')],
    ['a German date', withColumn('Beginn', '24.12.2026', '1.1.2026', '', '2026-12-24')],
  ])('%s is read', async (_, bytes) => {
    expect(await read(bytes)).toContain(count(4));
  });

  test.each([
    [
      'a date that has two meanings',
      withColumn('start_date', '01/03/2026'),
      /start_date must be a date like 2026-05-01/,
    ],
    ['a day that does not exist', withColumn('start_date', '31.02.2026'), /start_date must be a date/],
    [
      'a text with a comma that nothing quotes',
      `${columns.join(',')}\n${pond('Reed, rush').join(',')}\n`,
      /has 7 cells, but there are 5 columns: put texts that contain a comma in quotation marks/,
    ],
  ])('%s is refused by name', async (_, bytes, message) => {
    const text = await read(bytes);
    expect(text).toContain(count(0, 1));
    expect(text).toMatch(message);
  });

  test('a column without a counterpart is left out and named, also twice', async () => {
    const rows = ponds.map((row, at) => [...row, at === 0 ? 'Notes' : 'x', at === 0 ? 'Notes' : 'y']);
    const text = await read(table(rows));
    expect(text).toContain(count(2));
    expect(text).toContain('Notes has no field here, and is left out');
  });

  test('a column without a name is left out and named where it has texts', async () => {
    const text = await read(table(ponds.map((row, at) => [...row, at === 0 ? '' : 'Lost'])));
    expect(text).toContain(count(2));
    expect(text).toContain('column 6 has no field here, and is left out');
  });

  test('degrees with a decimal comma are a pin', async () => {
    const rows = [
      [...columns, 'Breitengrad', 'Längengrad'],
      pond('Teich eins', '52,52', '13,405'),
      pond('Teich zwei', '-33,9', '18.4'),
    ];
    const text = await read(table(rows, ';'));
    expect(text).toContain(count(2));
    expect(text).not.toContain('regions');
  });

  test('what two hundred rows share is said once', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => pond(`Teich ${at}`, 'sometimes'));
    const text = await read(table([[...columns, 'start_date'], ...rows, pond('Teich', '2026-05-01')]));
    expect(text).toContain(count(1, 200));
    expect(text).toMatch(
      /200 records : start_date must be a date .*\( ?line 2, line 3, line 4, line 5, line 6 …\)/,
    );
    expect(text).not.toContain('line 7');
  });

  test.each([
    ['another table', 'make,model\nA,B\n', /with a line that names the columns, one of them name/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 255, 254]), /names the columns/],
    ['a column twice', table([[...columns, 'Name'], pond('Teich', 'Teich')]), /names the column name twice/],
    ['more than a megabyte', table(ponds) + '\n'.repeat(1_100_000), /has more than 1 MB/],
    ['only blank rows', ',,,\r\n\r\n', /names the columns/],
  ])('%s is refused as a whole', async (_, bytes, message) => {
    expect(await read(bytes)).toMatch(message);
  });
});
