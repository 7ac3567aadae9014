/**
 * An outbox in localStorage: each contribution is stored before it is sent and removed once the server has answered, so
 * a closed tab or a lost network loses none. One key per contribution, because two tabs writing one list would overwrite
 * each other. They belong to the grant, and go with it. Written tightly: half of the headless script is this.
 */
import { recall, recallData, remember, shelf } from './memory.ts';

/** A number, which is read as a text, too. */
type WithStatus = { status: never };
type StoredContribution = { event_id: string; when: string | Date };

const local = 'localStorage';
const placesOf = (key: string) =>
  Object.keys(shelf(local)).filter((place) => place.startsWith(key + 'waiting:'));

/** Takes out everything that waits, and answers it. */
export const emptyOutbox = (key: string) =>
  placesOf(key).map((place) => {
    const contribution = recallData(local, place);
    remember(local, place);
    return contribution;
  });

/**
 * The outbox of one project, whose storage keys begin with `key`; it starts with the contributions that earlier pages
 * left. `post` throws something with a `status` if the service refused. `onSettled` is called when a contribution is
 * settled: with the reply, or without one if it is given up, because it was refused, the grant has ended, or it is a
 * day old. The returned function stores a contribution and sends it at once; it rejects if the contribution will be
 * tried again.
 */
export function outbox<Contribution extends StoredContribution, Reply extends { grant?: string | undefined }>(
  key: string,
  post: (contribution: Contribution & { grant: string | undefined }) => Promise<Reply>,
  onSettled: (contribution: Contribution, reply?: Omit<Reply, 'grant'>) => unknown,
) {
  const grantKey = key + 'grant';
  /** The contribution that this page stored last. */
  let own = '';
  let pause = 2e3;
  let timer: ReturnType<typeof setTimeout>;
  const text = (place: string) => recall(local, place) as string;

  const lose = (place: string) => {
    onSettled(JSON.parse(text(place)) as Contribution);
    remember(local, place);
  };

  /** `first` has perhaps no place in the outbox: there is room for twenty. */
  async function attempt(place: string, first?: Contribution) {
    const grant = text(grantKey);
    const row = text(place);
    const contribution = first ?? (JSON.parse(row) as Contribution);
    try {
      if (!first && +new Date() - +new Date(contribution.when) > 864e5) return lose(place);
      // A space before the JSON marks it as on its way.
      remember(local, place, row && ' ' + row);
      const { grant: newer, ...reply } = await post({ grant, ...contribution });
      // Unless another tab was quicker: its grant is the newer one.
      if (text(grantKey) === grant) remember(local, grantKey, newer);
      remember(local, place);
      pause = 2e3;
      onSettled(contribution, reply);
    } catch (error) {
      if (/^4(?!01|08|25|29)/.test((error as WithStatus).status)) return lose(place);
      if ((error as WithStatus).status === 401 && text(grantKey) === grant) {
        remember(local, grantKey);
        return placesOf(key).forEach(lose);
      }
      if (pause < 3e5) pause *= 2;
      clearTimeout(timer);
      timer = setTimeout(look, pause);
      remember(local, place, text(place) && row);
      throw error;
    }
  }

  /** Under a lock, so that no other tab sends the same meanwhile; where storage is refused, so are locks. */
  const take = (place: string, contribution?: Contribution) => {
    const act = () => attempt(place, contribution);
    return (shelf(local)['setItem'] && navigator.locks?.request(place, act)) || act();
  };

  async function look() {
    // A page that is being closed can wait for nothing, not even for a lock: it sends its own, unless marked as
    // on its way. A page that nobody has looked at yet has nothing of its own.
    if (document.hidden) {
      if (/^{/.test(text(own))) attempt(own).catch(() => 0);
    } else for (const place of placesOf(key)) await take(place).catch(() => 0);
  }
  for (const name of ['visibilitychange', 'pagehide', 'online']) addEventListener(name, look);
  void look();

  return (contribution: Contribution) => {
    own = key + 'waiting:' + contribution.event_id;
    if (!(text(own) || placesOf(key)[19])) remember(local, own, JSON.stringify(contribution));
    return take(own, contribution);
  };
}
