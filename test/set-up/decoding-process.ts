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

/** Watches a service's children until it is stopped; returns the highest memory of one of them, and their number. */
export const watchChildren = (pid: number) => {
  const peaks = new Map<number, number>();
  const look = () => {
    for (const child of childrenOf(pid))
      peaks.set(child, Math.max(peaks.get(child) ?? 0, peakMegabytes(child)));
  };
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    return { peak: Math.max(0, ...peaks.values()), children: peaks.size };
  };
};
