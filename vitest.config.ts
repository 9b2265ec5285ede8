import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    reporters: ['default'],
    pool: 'forks',
    // What files import is loaded once for each worker: a quarter of the time.
    isolate: false,
    maxWorkers: 2,
    // Tests that start the command as a process share two cores with each other.
    testTimeout: 30_000
  }
})
