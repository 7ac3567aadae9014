/** The WordPress plugin: its syntax, its archive, and its blocks and shortcodes in a real WordPress. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import '../../scripts/wordpress-plugin.ts';
import { readSnippet } from '../../src/embed-code/paste.ts';
import { openBrowser } from '../set-up/browser/browser.ts';
import { startScene } from '../server/scene.ts';
import type { Service } from '../set-up/service/start-service.ts';
import { startWordPress } from '../set-up/programs/wordpress.ts';

const run = promisify(execFile);
const folder = join(root, 'dist/integrations/manyhands');

test.each(['manyhands.php', 'attributes.php'])('PHP can read %s', async (file) => {
  const { stdout } = await run('php', ['-l', join(folder, file)]);
  expect(stdout).toContain('No syntax errors');
});

test('the build packs every file of it', async () => {
  const packed = unzipSync(readFileSync(join(root, 'dist/integrations/manyhands-wordpress.zip')));
  expect(Object.keys(packed).sort()).toEqual(
    readdirSync(folder)
      .map((name) => `manyhands/${name}`)
      .sort(),
  );
  for (const [name, bytes] of Object.entries(packed))
    expect(Buffer.from(bytes).equals(readFileSync(join(folder, '..', name)))).toBe(true);
});

describe('in a real WordPress', () => {
  let service: Service;
  let site: Awaited<ReturnType<typeof startWordPress>>;

  beforeAll(async () => {
    ({ service } = await startScene('sqlite'));
    site = await startWordPress(folder);
    // As the settings page stores them.
    const settings = JSON.stringify({ service: service.baseUrl, project_id: '11' });
    await site.php(`require 'wp-load.php'; update_option('manyhands', json_decode('${settings}', true));`);
  });

  const embedOn = async (content: string) => {
    const html = await (await fetch(await site.publish(content, 'author'))).text();
    const [tag = ''] = /<div[^>]*><script src="[^"]*\/static\/api\/.*?<\/div>/s.exec(html) ?? [];
    return { html, tag, read: readSnippet(tag) };
  };

  test.each<[string, string, string, Record<string, string>]>([
    [
      'a shortcode of the message',
      '[manyhands_message type="classification"]',
      'message',
      { project_id: '11', participation: 'classification' },
    ],
    [
      'a block of the message',
      '<!-- wp:manyhands/message {"project_id":"12"} /-->',
      'message',
      { project_id: '12' },
    ],
    [
      'a shortcode of the finder',
      '[manyhands_finder topic="Birds" near_me="offer" limit="3"]',
      'finder',
      { topic: 'Birds', 'near-me': 'offer', limit: '3' },
    ],
    [
      'a block of a saved widget',
      '<!-- wp:manyhands/finder {"widget":"42","height":"478"} /-->',
      'finder',
      { widget: '42' },
    ],
  ])('%s, of an author who may not use unfiltered HTML', async (_, content, embed, values) => {
    const { read, tag } = await embedOn(content);
    expect([read?.embed.name, read?.values]).toEqual([embed, values]);
    if (content.includes('478')) expect(tag).toContain('min-height: 478px');
  });

  test('hostile settings stay text', async () => {
    const { html, read } = await embedOn(
      `<!-- wp:manyhands/finder {"q":"\\u0022\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e","topic":["x"],"onload":"alert(2)","height":"1px;}"} /-->`,
    );
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('onload="alert');
    // WordPress itself takes the tags out of what such an author saves.
    expect(read?.values).toEqual({ q: '">alert(1)' });
  });

  test('the settings keep nothing but an http address and a number', async () => {
    const cleaned = await site.php(
      `require 'wp-load.php'; echo json_encode(manyhands_sanitize(['service' => 'javascript:alert(1)', 'project_id' => '7"'])),
        json_encode(manyhands_sanitize(['service' => ' https://hands.example/ ', 'project_id' => ' 7 ']));`,
    );
    expect(cleaned).toBe(
      '{"service":"","project_id":""}{"service":"https:\\/\\/hands.example","project_id":"7"}',
    );
  });

  test('the finder shows projects there', async () => {
    const address = await site.publish('[manyhands_finder projects="11, 12"]', 'author');
    const { freshContext } = await openBrowser('shell');
    await using person = await freshContext({});
    await person.page.goto(address);
    await person.page.getByRole('link', { name: 'Bird Count' }).waitFor();
  });
});
