/** A real WordPress of Debian's packages, with its own MariaDB and the plugin, on free ports; it ends with the file. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/built.ts';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/free-port.ts';
import { forget, watchOver } from '../set-up/watch-over.ts';

const run = promisify(execFile);

const packaged = '/usr/share/wordpress';
const programs = ['/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db', '/usr/bin/mariadb'];

/** Whether Debian's packages wordpress and mariadb-server are installed here. */
export const hasWordPress = [join(packaged, 'wp-load.php'), ...programs].every(existsSync);

function begin(program: string, args: string[], cwd: string): ChildProcess {
  const child = spawn(program, args, { cwd, stdio: 'ignore' });
  watchOver(child.pid ?? 0);
  return child;
}

async function end(child: ChildProcess) {
  forget(child.pid ?? 0);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill()) await ended;
}

async function until(look: () => Promise<unknown>) {
  for (let left = 300; ; left--)
    try {
      return await look();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
}

/** `settings`: the plugin's, as its settings page stores them. */
export async function startWordPress(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'manyhands-wordpress-'));
  const [site, store, socket] = ['site', 'store', 'db.sock'].map((name) => join(folder, name));
  const plain = ['--no-defaults', `--datadir=${store}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
  await run('mariadb-install-db', [...plain, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const database = begin(
    '/usr/sbin/mariadbd',
    [...plain, `--socket=${socket}`, '--skip-networking', `--pid-file=${join(folder, 'db.pid')}`],
    folder,
  );
  const query = (sql: string) => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', sql]);
  await until(() => query('create database wordpress'));
  // The packaged wp-config.php reads /etc; the copies of links are files.
  await cp(packaged, site ?? '', {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('.htaccess'),
  });
  await cp(join(root, 'integrations/wordpress/manyhands'), join(site ?? '', 'wp-content/plugins/manyhands'), {
    recursive: true,
  });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await writeFile(join(site ?? '', 'wp-config.php'), configOf(socket ?? '', origin));
  const php = async (code: string): Promise<string> => {
    const file = join(folder, `run-${randomBytes(4).toString('hex')}.php`);
    await writeFile(file, `<?php ${code}`);
    return (await run('php', ['-d', 'display_errors=stderr', file], { cwd: site })).stdout;
  };
  await php(`define('WP_INSTALLING', true); require 'wp-load.php'; require 'wp-admin/includes/upgrade.php';
    wp_install('Birders', 'admin', 'admin@example.org', true, '', 'a-password-of-the-test');
    update_option('active_plugins', ['manyhands/manyhands.php']);
    update_option('manyhands', json_decode('${JSON.stringify(settings)}', true));`);
  const web = begin('php', ['-S', `127.0.0.1:${port}`, '-t', site ?? ''], site ?? '');
  await until(() => fetch(`${origin}/`));
  afterFile(async () => {
    await end(web);
    await end(database);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    origin,
    /** Publishes a page with this content as an author without the right to unfiltered HTML; returns its address. */
    async publish(content: string): Promise<string> {
      const id = await php(`require 'wp-load.php';
        $author = username_exists('author') ?: wp_insert_user(['user_login' => 'author', 'user_pass' => 'x', 'role' => 'author']);
        wp_set_current_user($author); kses_init();
        echo wp_insert_post(wp_slash(['post_type' => 'post', 'post_status' => 'publish', 'post_title' => 'Thanks',
          'post_content' => base64_decode('${Buffer.from(content).toString('base64')}')]));`);
      return `${origin}/?p=${id.trim()}`;
    },
    php,
  };
}

const configOf = (socket: string, origin: string) => `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '${origin}'); define('WP_SITEURL', '${origin}');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
