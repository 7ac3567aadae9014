/** The forms that the pages show to each role: read from the pages themselves, so that a new form is found by itself. */
import { Parser } from 'htmlparser2';
import { pageRows } from '../set-up/service/mounted-pages.ts';
import type { RunningService } from '../set-up/service/running-service.ts';
import { type People, type Role, roles } from './people.ts';

/** `fields`: the names with the values that the page offers, of which an empty one is for what is typed. */
export type FoundForm = {
  row: string;
  path: string;
  role: Role;
  fields: { name: string; values: string[]; isFile: boolean }[];
};

type Pattern = { row: string; method: string; shape: RegExp };

/** Rows with more parameters come last: `/add/:draft/send` is no `/add/:draft`. */
const patterns: Pattern[] = pageRows()
  .map((row) => {
    const [method = '', path = ''] = row.split(' ');
    return { row, method, shape: new RegExp(`^${path.replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+')}$`) };
  })
  .sort((one, other) => one.row.split(':').length - other.row.split(':').length);

/** The row of a path, such as `GET /project/:project`. */
const rowOf = (method: string, path: string): string | undefined =>
  patterns.find((each) => each.method === method && each.shape.test(path.split('?', 1)[0] ?? ''))?.row;

const perRow = 3;
const perRole = 300;

/** Follows the links of the pages and of the mails, as each role. */
export async function crawl(service: RunningService, people: People, seeds: string[]): Promise<FoundForm[]> {
  const forms = new Map<string, FoundForm>();
  const mailed = (await service.mails())
    .flatMap(({ links }) => links)
    .map((link) => link.replace(service.baseUrl, ''));
  const known = pageRows().flatMap((row) => {
    const [method, path = ''] = row.split(' ');
    return method === 'GET' ? [path.replace(/:project\b/, '11').replace(/:\w+/g, '1')] : [];
  });
  for (const role of roles) {
    const queue = [...seeds, ...mailed, ...known].map((path) => path.split('#', 1)[0] ?? '');
    const seen = new Map<string, number>();
    const had = new Set<string>();
    let left = perRole;
    for (let path = queue.shift(); path !== undefined && left > 0; path = queue.shift()) {
      const row = rowOf('GET', path);
      if (row === undefined || had.has(path) || (seen.get(row) ?? 0) >= perRow) continue;
      had.add(path);
      left -= 1;
      const reply = await people.send(role, path);
      const html = await reply.text();
      const to = reply.headers.get('location');
      if (to !== null) queue.unshift(to.replace(service.baseUrl, ''));
      if (!reply.headers.get('content-type')?.startsWith('text/html')) continue;
      seen.set(row, (seen.get(row) ?? 0) + (reply.ok ? 1 : 0));
      const { links, found } = readPage(html, path);
      queue.push(...links);
      for (const form of found) {
        const names = form.fields.map(({ name }) => name).sort();
        const key = [role, form.row, ...names].join(' ');
        if (!forms.has(key)) forms.set(key, { ...form, role });
      }
    }
  }
  return [...forms.values()];
}

type OpenForm = Omit<FoundForm, 'role'> & { method: string };

function readPage(html: string, path: string): { links: string[]; found: OpenForm[] } {
  const links: string[] = [];
  const found: OpenForm[] = [];
  let form: OpenForm | undefined;
  let choices: string[] | undefined;
  const field = (name: string | undefined, value: string, isFile = false) => {
    if (!form || name === undefined || name === '') return;
    const known = form.fields.find((each) => each.name === name);
    if (known) known.values.push(value);
    else form.fields.push({ name, values: [value], isFile });
  };
  const local = (address: string) => {
    const url = new URL(address, `http://here.invalid${path}`);
    return url.hostname === 'here.invalid' ? url.pathname + url.search : undefined;
  };
  const parser = new Parser({
    onopentag(tag, { href, action, formaction, method = 'get', name, value, type }) {
      if (tag === 'a' && href !== undefined && URL.canParse(href, 'http://here.invalid')) {
        const to = local(href);
        if (to !== undefined) links.push(to);
      }
      if (tag === 'form') {
        const to = local(action ?? path) ?? '';
        const row = rowOf(method.toUpperCase(), to);
        form = { row: row ?? '', path: to, method: method.toUpperCase(), fields: [] };
        if (row !== undefined) found.push(form);
      }
      if (tag === 'input' || tag === 'button' || tag === 'textarea')
        field(name, value ?? '', type === 'file');
      // A button that sends the form elsewhere.
      const elsewhere = formaction === undefined ? undefined : local(formaction);
      const row = elsewhere === undefined ? undefined : rowOf('POST', elsewhere);
      if (form && row !== undefined && elsewhere !== undefined) found.push({ ...form, row, path: elsewhere });
      if (tag === 'select') {
        field(name, '');
        choices = form?.fields.find((each) => each.name === name)?.values;
      }
      if (tag === 'option' && value !== undefined) choices?.push(value);
    },
    onclosetag(tag) {
      if (tag === 'form') form = undefined;
      if (tag === 'select') choices = undefined;
    },
  });
  parser.end(html);
  return { links, found };
}
