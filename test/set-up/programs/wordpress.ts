/** WordPress as Debian packages it, with a database of its own, served by PHP on a free port; it ends with the file. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterFile } from '../after-file.ts';
import { freePort } from '../service/free-port.ts';
import { forget, watchOver } from '../watch-over.ts';

const run = promisify(execFile);

const packaged = '/usr/share/wordpress';

/** A theme that shows the content: which themes are installed differs between releases of Debian. */
const theme = `<!doctype html><html><head><?php wp_head(); ?></head><body>
<?php while (have_posts()) { the_post(); the_content(); } wp_footer(); ?></body></html>`;

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
  for (let left = 900; ; left--)
    try {
      return await look();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
}

export type Role = 'administrator' | 'editor' | 'author';

/** `plugin`: the folder of a plugin that is active. */
export async function startWordPress(plugin?: string) {
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
  const themeFolder = join(site ?? '', 'wp-content/themes/plain');
  await mkdir(themeFolder, { recursive: true });
  await writeFile(join(themeFolder, 'style.css'), '/* Theme Name: Plain */');
  await writeFile(join(themeFolder, 'index.php'), theme);
  const name = basename(plugin ?? '');
  if (plugin) await cp(plugin, join(site ?? '', 'wp-content/plugins', name), { recursive: true });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await writeFile(join(site ?? '', 'wp-config.php'), configOf(socket ?? '', origin));
  const php = async (code: string): Promise<string> => {
    const file = join(folder, `run-${randomBytes(4).toString('hex')}.php`);
    await writeFile(file, `<?php ${code}`);
    return (await run('php', ['-d', 'display_errors=stderr', file], { cwd: site })).stdout;
  };
  await php(`define('WP_INSTALLING', true); require 'wp-load.php'; require 'wp-admin/includes/upgrade.php';
    wp_install('Bird Watch', 'administrator', 'administrator@example.org', true, '', 'a-password-of-the-test');
    update_option('template', 'plain'); update_option('stylesheet', 'plain');
    update_option('active_plugins', ${plugin ? `['${name}/${name}.php']` : '[]'});`);
  const web = begin('php', ['-S', `127.0.0.1:${port}`, '-t', site ?? ''], site ?? '');
  await until(() => fetch(`${origin}/`));
  afterFile(async () => {
    await end(web);
    await end(database);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    origin,
    /** Publishes a post with this content as a user of the role, who has its rights only; returns its address. */
    async publish(content: string, role: Role): Promise<string> {
      const id = await php(`require 'wp-load.php';
        $user = username_exists('${role}') ?: wp_insert_user(['user_login' => '${role}', 'user_pass' => 'x',
          'role' => '${role}', 'user_email' => '${role}@example.org']);
        wp_set_current_user($user); kses_init();
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
