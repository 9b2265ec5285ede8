import {setFlagsFromString} from 'node:v8'

/** How much of a function runs before V8 thinks of optimising it, in bytes of its code. */
const BUDGET = {flag: 'interrupt-budget', usual: 66 * 1024, ours: 800_000}
/** How many times larger the space for what is new becomes, each time that what is in it proves to stay. */
const GROWTH = {flag: 'semi-space-growth-factor', usual: 2, ours: 4}

let isFirst = true

/**
 * One comparison runs through much code a few times: it is over before most functions are worth optimising, so V8 waits
 * longer than it would in a server. The loops over whole files before and after it are another matter, and so is the
 * comparison after it.
 */
export function unhurried<Value>(work: () => Value): Value {
  if (!isFirst) return work()
  isFirst = false
  return within(BUDGET, work)
}

/** Nearly all that is read of a description stays: the less often V8 looks for what does not, the better. */
export const roomy = <Value>(work: () => Value): Value => within(GROWTH, work)

/** Code that is kept counts as made with other settings while one of them is changed. */
function within<Value>({flag, usual, ours}: typeof BUDGET, work: () => Value): Value {
  setFlagsFromString(`--${flag}=${ours}`)
  try {
    return work()
  } finally {
    setFlagsFromString(`--${flag}=${usual}`)
  }
}
