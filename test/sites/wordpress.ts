/** WordPress as Debian packages it, with a database of its own, served by PHP: users of three roles save the same text. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/free-port.ts';
import { watchOver } from '../set-up/watch-over.ts';

const run = promisify(execFile);
export const source = '/usr/share/wordpress';
const database = '/usr/sbin/mariadbd';

/** A salt for the cookies of a site that lives for a test. */
const configuration = (socket: string, home: string) => `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '${home}'); define('WP_SITEURL', '${home}');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) define($name, 'of a test');
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
`;

/** Serves files of WordPress as they are, and everything else through it. */
const router = `<?php
define('ABSPATH', __DIR__ . '/');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (is_file(__DIR__ . $path) && !str_ends_with($path, '.php')) return false;
define('WP_USE_THEMES', true);
require ABSPATH . 'wp-load.php';
wp();
require ABSPATH . WPINC . '/template-loader.php';
`;

/** Installs, adds a user of each role, and saves the text as each; prints the number of each post. */
const setUp = `<?php
define('ABSPATH', __DIR__ . '/'); define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'localhost';
$db = new mysqli(null, 'root', '', null, 0, $argv[1]); $db->query('create database wordpress');
require ABSPATH . 'wp-load.php'; require ABSPATH . 'wp-admin/includes/upgrade.php';
function wp_install_defaults($id) {}
wp_install('Bird Watch', 'administrator', 'administrator@example.org', true, '', 'a password');
$numbers = [];
foreach (['administrator', 'editor', 'author'] as $role) {
  $user = get_user_by('login', $role);
  $id = $user ? $user->ID : wp_insert_user(['user_login' => $role, 'user_pass' => 'a password', 'role' => $role, 'user_email' => "$role@example.org"]);
  wp_set_current_user($id);
  foreach (['block' => "<!-- wp:html -->\\n%s\\n<!-- /wp:html -->", 'classic' => '%s'] as $kind => $form)
    $numbers["$role, $kind"] = wp_insert_post(['post_title' => 'Thanks', 'post_status' => 'publish', 'post_content' => wp_slash(sprintf($form, file_get_contents($argv[2])))]);
}
echo json_encode($numbers);
`;

/** Whether everything is installed; otherwise prints the command that installs it. */
export async function hasWordPress(): Promise<boolean> {
  const isThere = await Promise.all([
    readdir(source).catch(() => undefined),
    run(database, ['--version']).catch(() => undefined),
    run('php', ['-r', 'exit(class_exists("mysqli") ? 0 : 1);']).catch(() => undefined),
  ]);
  if (isThere.every(Boolean)) return true;
  process.stderr.write(
    'NOT TESTED HERE: WordPress. This installs it: sudo apt-get install --no-install-recommends wordpress wordpress-theme-twentytwentytwo mariadb-server-core php-mysql\n',
  );
  return false;
}

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
};

const ended = (child: ChildProcess) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
    child.once('exit', resolve);
    child.kill();
  });

/** Starts it; `text` is saved by each role, as a Custom HTML block and in the classic editor. */
export async function startWordPress(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'wp-'));
  watchOver(folder);
  const [data, site, socket] = ['data', 'site', 'db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([mkdir(data), mkdir(site)]);
  const children = [
    spawn(database, [
      ...['--no-defaults', '--skip-networking', '--skip-grant-tables', '--innodb-buffer-pool-size=16M'],
      ...['--user=root', `--datadir=${data}`, `--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`],
    ]),
  ];
  afterFile(async () => {
    await Promise.all(children.map(ended));
    await rm(folder, { recursive: true, force: true });
  });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  for (const name of await readdir(source))
    if (name !== 'wp-config.php') await symlink(join(source, name), join(site, name));
  await Promise.all([
    writeFile(join(site, 'wp-config.php'), configuration(socket, origin)),
    writeFile(join(site, 'router.php'), router),
    writeFile(join(site, 'set-up.php'), setUp),
    writeFile(join(site, 'text.html'), text),
  ]);
  const ping = `exit(@(new mysqli(null, 'root', '', null, 0, '${socket}'))->connect_errno);`;
  await until(() =>
    run('php', ['-r', ping]).then(
      () => true,
      () => false,
    ),
  );
  const { stdout } = await run('php', ['set-up.php', socket, 'text.html'], { cwd: site });
  const posts = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, number>;
  children.push(spawn('php', ['-S', `127.0.0.1:${port}`, '-t', site, join(site, 'router.php')]));
  await until(() =>
    fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { origin, address: (post: string) => `${origin}/?p=${posts[post]}` };
}
