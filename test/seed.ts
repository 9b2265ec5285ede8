import process from 'node:process'
import fc from 'fast-check'

// The same histories on every run: a build that fails can be looked into, and one that passed passes again. Another
// seed looks elsewhere: `SEED=7 npm run unit`.
fc.configureGlobal({seed: Number(process.env.SEED ?? 20_261_121)})
