import process from 'node:process'

/** Whether all tests run at full size, as in CI (`npm run test:all`), or only the quick ones for developers. */
export const isFullRun = process.env.TESTS === 'all'

/** The number of runs of a property test, which is smaller in quick runs. */
export const tries = (full: number, quick = Math.ceil(full / 6)): number => (isFullRun ? full : quick)
