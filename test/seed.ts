import process from 'node:process'
import fc from 'fast-check'

// Property tests use the same inputs on every run, so that a failure can be reproduced. `SEED=7 npm run unit` tries
// others.
fc.configureGlobal({seed: Number(process.env.SEED ?? 20_261_121)})
