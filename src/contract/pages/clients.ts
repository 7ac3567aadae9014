/** The data of the pages where owners request OAuth clients, and operators grant them. */
import type { DisclosedPeople } from '../api/disclosed.ts';
import type { ProjectHead } from '../pages.ts';
import type { Scope } from '../api/user-info.ts';

export const clientPath = '/api/key/client';
export const operatorClientsPath = '/operator/clients';

export const maxRedirects = 10;
export const longestClientName = 60;

/** A client as its owner or an operator described it. */
export type ClientFacts = {
  name: string;
  redirectUris: string[];
  scopes: Scope[];
  /** It runs in browsers or apps, and has no secret. */
  isPublic: boolean;
  project?: ProjectHead;
};

/** A request of the owner, as the owner sees it. */
export type OwnRequest = ClientFacts & {
  id: number;
  made: string;
  /** Why it was refused; absent while it waits. */
  refused?: string;
};

/** A client of the owner. */
export type OwnClient = ClientFacts & {
  clientId: string;
  hasSecret: boolean;
  /** Until when the secret works that was replaced. */
  formerUntil?: string;
  /** The number of people who have authorized it, which is exact for operators only. */
  people: DisclosedPeople;
};

export type OwnClients = { clients: OwnClient[]; requests: OwnRequest[] };

/** The form as it was typed; `redirects` has one address per line. */
export type TypedClient = {
  name: string;
  redirects: string;
  project: string;
  scopes: Scope[];
  isPublic: boolean;
};
export type ClientFaults = Partial<Record<'name' | 'redirects' | 'project' | 'form', string>>;

export type RequestClientPage = {
  projects: ProjectHead[];
  form: string;
  given?: TypedClient;
  faults?: ClientFaults;
};

/** The only page that shows a client's secret. */
export type ClientSecretPage = {
  clientId: string;
  name: string;
  secret: string;
  /** Until when the one that it replaces works; absent if it replaces none, or if that has ended. */
  formerUntil?: string;
};

/** A request as operators see it. */
export type AwaitingRequest = ClientFacts & {
  id: number;
  made: string;
  /** The main address of the person who sent it; absent if the account is gone. */
  owner?: string;
  /** Whether they still manage the project. */
  manages: boolean;
};

type OperatorFaults = ClientFaults & { owner?: string };

export type OperatorClientsPage = {
  requests: AwaitingRequest[];
  clients: (Omit<OwnClient, 'people'> & {
    people: number;
    owner?: string;
    since: string;
    disabled?: string;
  })[];
  /** The client or request that the last form was about, and what happened to it. */
  done?: { name: string; as: 'granted' | 'refused' | 'disabled' | 'registered' };
  fault?: string;
  /** The form for a client without a request, as it was typed, if it has faults. */
  adding?: { given: TypedClient & { owner: string; isLegacy: boolean }; faults: OperatorFaults };
};
