import process from 'node:process'

/** Whether all tests run at full size, as in CI (`npm run test:all`), or those that a developer waits for. */
export const isFullRun = process.env.TESTS === 'all'

/** How often a law is tried: less often while someone waits. */
export const tries = (full: number, quick = Math.ceil(full / 6)): number => (isFullRun ? full : quick)
