/** The features' hand-written jobs for SQLite's writer. */
import { recordEvents } from '../events/recording/record-sqlite.ts';
import { useTokens } from '../oauth/token-writes.ts';
import { openProfiles } from '../profiles/open-sqlite.ts';

export const writerJobs = { recordEvents, openProfiles, useTokens };
