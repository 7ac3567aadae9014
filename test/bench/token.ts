/**
 * The cost of exchanging a code, in processor time: the service on SQLite, compared with a bare oidc-provider with its
 * adapter in memory. The codes, which work once each, are made outside of the measurement.
 */
import { readdir, readFile } from 'node:fs/promises';
import { authorizePath, type Client, exchange, newPkce, PersonsBrowser } from '../set-up/authorize.ts';
import { type RunningService, runService, unlimited } from '../set-up/running-service.ts';
import { startBeside } from './alternating.ts';
import { median } from './measure.ts';

/** Requests at once: as many as `record_event` is measured with, and few, which share fewer commits. */
const crowds = [50, 10];
const rounds = 11;
/** Rounds that are not counted: V8 compiles the code of a new process several times. */
const warmUps = 20;
/** The memory adapter holds 1,000 entries, and an exchange writes four. */
const codesEach = 200;
const redirect = 'https://river.example/callback';

type Code = { code: string; verifier: string };
type Contender = {
  name: string;
  pid: number;
  newCode: () => Promise<Code>;
  use: (code: Code) => Promise<number>;
};

/**
 * Processor time of a process so far, all its threads together, in microseconds. `/proc/<pid>/stat` counts in steps of
 * 10 ms, a tenth of what is measured here.
 */
async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8')));
  return times.reduce((sum, line) => sum + Number(line.split(' ')[0]), 0) / 1000;
}

async function ours(service: RunningService): Promise<Contender> {
  const { json: client } = await service.operator<Client>(
    ...['oauth-client', 'add', '--name', 'Bench', '--owner', 'owner@example.org', '--redirect', redirect],
  );
  const browser = new PersonsBrowser(service);
  await browser.post('/sign-in', { email: 'jo@example.org', next: '/me' });
  const [mail] = await service.mails();
  await browser.post(new URL(mail?.links[0] ?? '').pathname, { of_age: 'yes' });
  const newCode = async () => {
    const { verifier, challenge } = newPkce();
    const back = await browser.authorize(authorizePath(client, challenge, { redirect_uri: redirect }));
    return { verifier, code: back.searchParams.get('code') ?? '' };
  };
  // Consents once, so that later authorizations ask nothing.
  await newCode();
  return {
    name: 'service',
    pid: service.pid ?? 0,
    newCode,
    use: async ({ code, verifier }) =>
      (
        await exchange(service, client, {
          ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect },
        })
      ).status,
  };
}

function bare({ pid, url }: { pid: number; url: string }): Contender {
  return {
    name: 'oidc-provider',
    pid,
    newCode: async () => {
      const { verifier, challenge } = newPkce();
      const reply = await fetch(`${url}/code?challenge=${challenge}`);
      return { verifier, code: await reply.text() };
    },
    use: async ({ code, verifier }) => {
      const body = new URLSearchParams({
        ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect },
        ...{ client_id: 'bench', client_secret: 'secret' },
      });
      return (await fetch(`${url}/token`, { method: 'POST', body })).status;
    },
  };
}

/** Microseconds of processor time for one exchange. */
async function measure({ name, pid, newCode, use }: Contender, atOnce = 50): Promise<number> {
  const codes: Code[] = [];
  while (codes.length < codesEach) codes.push(...(await Promise.all(Array.from({ length: 10 }, newCode))));
  const before = await cpuOf(pid);
  while (codes.length > 0) {
    const statuses = await Promise.all(codes.splice(0, atOnce).map(use));
    if (statuses.some((status) => status !== 200)) throw new Error(`${name} refused a code.`);
  }
  return ((await cpuOf(pid)) - before) / codesEach;
}

export async function tokenBench(): Promise<void> {
  await using service = await runService(undefined, unlimited);
  const floor = await startBeside('token-floor.ts');
  const contenders = [await ours(service), bare(floor)];
  for (let round = 0; round < warmUps; round++) for (const contender of contenders) await measure(contender);
  for (const atOnce of crowds) {
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [our = 0, their = 1] = [
        await measure(contenders[0] as Contender, atOnce),
        await measure(contenders[1] as Contender, atOnce),
      ];
      ratios.push(our / their);
      console.log(
        `  service ${our.toFixed(0)} µs, oidc-provider ${their.toFixed(0)} µs: ${(our / their).toFixed(2)}`,
      );
    }
    console.log(
      `processor time of one exchange, ${atOnce} at once: ${median(ratios).toFixed(2)} times that of a bare oidc-provider`,
    );
  }
  floor.stop();
}
