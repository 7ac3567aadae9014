/** The requests that the documentation prints, in every language, run as printed. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { api } from '../../src/contract/index.ts';
import { hashingExample } from '../../src/contract/api/reference.ts';
import { newAccessToken } from '../set-up/service/authorize.ts';
import { misfits } from '../set-up/service/openapi.ts';
import { apiPageNames, examplesOn } from '../set-up/service/printed-examples.ts';
import { engines, type Service } from '../set-up/service/start-service.ts';
import { profileId, projects, startScene } from '../server/scene.ts';

const run = promisify(execFile);
/** The documents with requests. */
const documents = ['docs/api.md'].map((file) => readFileSync(join(root, file), 'utf8'));
const { birds } = projects;

/** How each language runs a text; R needs httr2, the others only their standard libraries. */
const programs = {
  curl: { file: 'example.sh', command: 'bash' },
  javascript: { file: 'example.mjs', command: process.execPath },
  python: { file: 'example.py', command: 'python3' },
  php: { file: 'example.php', command: 'php' },
  r: { file: 'example.R', command: 'Rscript' },
} as const;
type Language = keyof typeof programs;

async function runExample(language: Language, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  try {
    const file = join(folder, programs[language].file);
    await writeFile(file, text);
    return (await run(programs[language].command, [file], { cwd: folder })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const languages = Object.keys(programs) as Language[];
const rows = Object.keys(api) as (keyof typeof api)[];

describe.each(engines)('printed requests on %s', (engine) => {
  let service: Service;
  let examples: Map<string, string>;
  let filledIn: (text: string) => string;

  beforeAll(async () => {
    const { owner, ...scene } = await startScene(engine);
    service = scene.service;
    await service.operate('allow-hashed', String(birds.id));
    const profile = await profileId(service, owner, 'participant@example.org');
    // The contribution that the example takes back.
    await service.postJson('/api/record_event', {
      ...{ key: owner, profile_id: profile, project_id: birds.id, type: 'collection' },
      idempotency_key: 'survey-2041',
    });
    const token = await newAccessToken(service);
    examples = await examplesOn(service);
    filledIn = (text) =>
      text
        .replaceAll('YOUR_API_KEY', owner)
        .replaceAll('YOUR_ACCESS_TOKEN', token)
        .replaceAll('YOUR_PROFILE_ID', String(profile))
        .replaceAll('YOUR_PROJECT_ID', String(birds.id));
  });

  test.each(rows.flatMap((row) => languages.map((language) => [row, language] as const)))(
    '%s in %s runs as printed',
    async (row, language) => {
      const printed = examples.get(`${apiPageNames.get(row)}-${language}`) ?? '';
      expect(printed).toContain(service.baseUrl);
      // A key in an address is kept by proxies and histories.
      expect(printed).not.toMatch(/[?&]key=/);
      const output = await runExample(language, filledIn(printed));
      if (language === 'curl') {
        const body: unknown = JSON.parse(output);
        expect(body).toMatchObject({ result: 'success' });
        expect(body).not.toHaveProperty('late');
        expect(misfits(row, body as object)).toEqual([]);
      } else expect(output).toMatch(/result\W+(chr "|=> )?success/);
    },
  );

  test.each(languages)('the digest in %s is the vector', async (language) => {
    const output = await runExample(language, examples.get(`hashing-${language}`) ?? '');
    expect(output.trim().split(/\s/)[0]).toBe(hashingExample.digest);
  });

  test("the documents' requests run as printed, and get the printed reply", async () => {
    const blocks = [...documents.join('\n').matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(
      ([, tongue, text = '']) => ({
        tongue,
        text,
      }),
    );
    const requests = blocks.filter(({ tongue, text }) => tongue === 'sh' && text.startsWith('curl '));
    const replies: object[] = [];
    for (const { text } of requests) {
      const put = text
        .replaceAll('http://localhost:3000', service.baseUrl)
        .replaceAll('project_id=505', 'project_id=YOUR_PROJECT_ID');
      replies.push(JSON.parse(await runExample('curl', filledIn(put))) as object);
    }
    expect(replies.map((reply) => (reply as { result: string }).result)).toEqual(['success', 'success']);
    const printed = JSON.parse(blocks.find(({ tongue }) => tongue === 'json')?.text ?? '{}') as object;
    expect(Object.keys(printed).sort()).toEqual(Object.keys(replies[0] ?? {}).sort());
    const digest = blocks.find(({ text }) => text.includes('sha256sum'))?.text ?? '';
    expect((await runExample('curl', digest)).split(/\s/)[0]).toBe(hashingExample.digest);
  });
});
