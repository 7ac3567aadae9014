/** A service's child processes as the system sees them: their limits, their memory, and the data that they can see. */
import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The peak memory of a process so far, in MB; 0 if it has ended. */
export const peakMegabytes = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Running children, started by any thread. */
export const childrenOf = (pid: number): number[] => {
  const threads = namesIn(`/proc/${pid}/task`);
  const words = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)).join(' ');
  return words.split(/\s+/).filter(Boolean).map(Number);
};

/** Environment, open files and limits of a process; empty if it has ended. */
export const knownTo = (pid: number) => ({
  environment: read(`/proc/${pid}/environ`),
  files: namesIn(`/proc/${pid}/fd`),
  limits: read(`/proc/${pid}/limits`),
});

/** The seconds of processor time that a process has used so far; 0 if it has ended. */
const cpuSeconds = (pid: number): number => {
  // After the name, which may contain spaces: the 12th and 13th are ticks, 100 a second.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
};

/** Watches a service's children until it is stopped; returns the most that one of them used, and their number. */
export const watchChildren = (pid: number) => {
  const peaks = new Map<number, number>();
  let seconds = 0;
  const look = () => {
    for (const child of childrenOf(pid)) {
      peaks.set(child, Math.max(peaks.get(child) ?? 0, peakMegabytes(child)));
      seconds = Math.max(seconds, cpuSeconds(child));
    }
  };
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    return { peak: Math.max(0, ...peaks.values()), seconds, children: peaks.size };
  };
};
