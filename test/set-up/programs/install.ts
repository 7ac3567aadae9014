/**
 * `npm run test:install`: installs the programs that the tests need besides Node.js, after naming them with the size
 * that apt computes. It needs Debian and root; elsewhere it prints what to install.
 */
import { execFileSync } from 'node:child_process';
import { isLinux, needs } from './installed.ts';

const missing = [];
for (const need of Object.values(needs)) if (!(await need.find())) missing.push(need);

const packages = [...new Set(missing.flatMap(({ debian }) => debian ?? []))];
/** Without it the tests in Chromium take two to three times as long. */
packages.push('chromium-headless-shell');

const apt = (...args: string[]) =>
  execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

const print = (text: string) => void process.stdout.write(`${text}\n`);

for (const { name, debian } of missing) if (debian === undefined) print(`Not in Debian: ${name}`);
if (!isLinux) {
  for (const { name, brew } of missing) if (brew !== undefined) print(`${name}: brew install ${brew}`);
} else if (process.getuid?.() === 0) {
  apt('update');
  const plan = apt('install', '--simulate', '--no-install-recommends', ...packages);
  const added = plan.split('\n').filter((line) => line.startsWith('Inst ')).length;
  if (added > 0) {
    // `--simulate` does not print sizes; `--print-uris` prints one line for each file, with its bytes.
    const files = apt('install', '--print-uris', '-qq', '-y', '--no-install-recommends', ...packages);
    const bytes = files.split('\n').reduce((sum, line) => sum + Number(line.split(' ')[2] ?? 0), 0);
    print(
      `Installing ${packages.join(', ')}: ${added} packages, ${Math.round(bytes / 1e6)} MB to download …`,
    );
    apt('install', '-y', '--no-install-recommends', ...packages);
  }
} else {
  print(`sudo apt-get install --no-install-recommends ${packages.join(' ')}`);
}
