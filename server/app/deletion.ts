import { accountDeletion, type Deletion } from '../accounts/deletion/deletion.ts';
import type { MailedLinks } from '../accounts/mailed-links.ts';
import type { Store } from '../db/store.ts';
import type { UnfinishedActs } from '../events/unfinished-acts.ts';
import type { OneTimeCodes } from '../grants/one-time-codes.ts';
import type { KeyStore } from '../keys/store.ts';
import type { MailStore } from '../mail/mail-store.ts';
import type { ClientStore } from '../oauth/clients.ts';
import type { StartNotices } from '../preregistration/store.ts';

type Deps = {
  store: Store;
  startNotices: StartNotices;
  links: Pick<MailedLinks, 'end'>;
  codes: Pick<OneTimeCodes, 'end'>;
  mails: Pick<MailStore, 'removeTo'>;
  clients: ClientStore;
  keys: KeyStore;
  acts: UnfinishedActs;
};

/** Deletes accounts with what the other features keep for them. */
export const deletionIn = ({ store, mails, clients, keys, acts, ...mailed }: Deps): Deletion =>
  accountDeletion({
    store,
    forgetAddress: async (address) => {
      await mailed.links.end(address);
      await mailed.codes.end(address);
      await mailed.startNotices.removeAddress(address);
    },
    forgetMails: mails.removeTo,
    endClients: async (accountId, now) => {
      for (const { client_id: clientId } of await clients.all(accountId))
        await clients.disable(clientId, now);
    },
    forgetKeys: keys.forget,
    deleteContributions: acts.deleteOf,
  });
