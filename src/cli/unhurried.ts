import {setFlagsFromString} from 'node:v8'

/** How much of a function runs before V8 thinks of optimising it, in bytes of its code. */
const V8_DEFAULT = 66 * 1024
const PATIENT = 800_000

let isFirst = true

/**
 * One comparison runs through much code a few times: it is over before most functions are worth optimising, so V8 waits
 * longer than it would in a server. The loops over whole files before and after it are another matter, and so is the
 * comparison after it.
 */
export function unhurried<Value>(work: () => Value): Value {
  if (!isFirst) return work()
  isFirst = false
  setFlagsFromString(`--interrupt-budget=${PATIENT}`)
  try {
    return work()
  } finally {
    setFlagsFromString(`--interrupt-budget=${V8_DEFAULT}`)
  }
}
