/**
 * Loaded into a service by `NODE_OPTIONS`: its clock is ahead by as many milliseconds as the file of `SHIFTED_CLOCK`
 * says, read at each look at the clock. Durations that are measured with `performance.now()` are not affected, as with
 * a system clock that is set.
 */
import { openSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/** Settings of a service whose clock a test sets through this file. */
export const shifted = (file: string) => ({
  NODE_OPTIONS: `--import ${import.meta.url}`,
  SHIFTED_CLOCK: file,
});

/** Sets the clock of such a service; 0 is the real time. */
export const shiftClock = (file: string, milliseconds: number) =>
  // Always as long, so that no reader sees a part.
  writeFile(file, String(milliseconds).padEnd(20), { flag: 'r+' }).catch(() =>
    writeFile(file, String(milliseconds).padEnd(20)),
  );

const file = process.env['SHIFTED_CLOCK'];
if (file !== undefined) {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(20);
  const RealDate = Date;
  const shift = () => Number(bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, 20, 0)));
  const now = () => RealDate.now() + shift();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], newTarget: typeof Date) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
