/** The words of the preflight: what is missing, the command that installs it, and what is not tested here. */
import { expect, test } from 'vitest';
import { leftOutOn, missingMessage, needs } from './installed.ts';

test('missing programs are named with the one command that installs them', () => {
  const missing = [needs.chromium, needs.curl];
  expect(missingMessage(missing, 'linux')).toBe(
    'The tests need what is not here: Chromium or Chrome, curl. This installs it:\n\n' +
      '  sudo apt-get update && sudo apt-get install --no-install-recommends chromium curl\n',
  );
  expect(missingMessage(missing, 'darwin')).toContain(
    '  brew install --cask chromium && brew install curl\n',
  );
});

test('a package is installed once, whatever it brings', () => {
  const { webKitDriver, webKitBrowser } = needs;
  expect(missingMessage([webKitDriver, webKitBrowser], 'linux').match(/webkit2gtk-driver/g)).toHaveLength(1);
});

test('off Linux one line names everything that is left out; Windows is told to use WSL', () => {
  expect(leftOutOn('linux')).toBe('');
  expect(leftOutOn('darwin')).toBe(
    'NOT TESTED HERE, because it is there on Linux only: the program with Authlib in /docs/gold, the examples in R, ' +
      'the journeys in WebKit, the unit of systemd, WordPress, the rules of ad blockers.\n',
  );
  expect(() => leftOutOn('win32')).toThrow('wsl --install');
});
