/** Runs in every worker first: a worker whose vitest was killed would otherwise run on, with all it started. */
process.once('disconnect', () => process.exit());
