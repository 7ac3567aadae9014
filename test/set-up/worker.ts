/**
 * Runs first in every worker: if vitest is killed, the worker would otherwise continue, with everything that it
 * started.
 */
process.once('disconnect', () => process.exit());
