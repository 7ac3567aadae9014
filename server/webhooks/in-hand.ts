/**
 * The notices that a process is sending: one at a time for each project, and one for each receiver, by its host and by
 * the network of the IP addresses to which that resolves. So slow receivers occupy one worker, however many notices or
 * projects lead to them.
 */
import { isIP } from 'node:net';
import { networkOf } from '../limits/network.ts';

export class InHand {
  readonly #projects = new Set<number>();
  /** The project whose notice is being sent to a receiver. */
  readonly #receivers = new Map<string, number>();
  /** The receiver for which a project waits. */
  readonly #waiting = new Map<number, string>();

  #taking: Promise<unknown> = Promise.resolve();

  /**
   * Takes a notice of another project than those that are held. One worker after the other: each must know what those
   * before it took.
   */
  take<Job extends { project_id: number }>(
    takeNext: (held: readonly number[]) => Promise<Job | undefined>,
  ): Promise<Job | undefined> {
    const taken = this.#taking.then(async () => {
      const job = await takeNext([...this.#projects, ...this.#waiting.keys()]);
      if (job) this.#projects.add(job.project_id);
      return job;
    });
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  /** Returns false if a notice of another project is being sent to this host or IP address; the project then waits. */
  reach(project: number, address: string): boolean {
    const receiver = isIP(address) ? networkOf(address) : address;
    const other = this.#receivers.get(receiver);
    if (other !== undefined && other !== project) {
      this.#waiting.set(project, receiver);
      return false;
    }
    this.#receivers.set(receiver, project);
    return true;
  }

  end(project: number): void {
    this.#projects.delete(project);
    for (const [receiver, holder] of this.#receivers) {
      if (holder !== project) continue;
      this.#receivers.delete(receiver);
      for (const [waits, for_] of this.#waiting) if (for_ === receiver) this.#waiting.delete(waits);
    }
  }
}
