import {spawn} from 'node:child_process'
import {randomUUID} from 'node:crypto'
import {mkdirSync} from 'node:fs'
import process from 'node:process'

/** Waits until nobody holds the other end of its input, which is when the script is over, and removes the folder. */
const REMOVE = `
  process.stdin.on('end', () => require('node:fs').rmSync(process.argv[1], {recursive: true, force: true, maxRetries: 5}))
  process.stdin.resume()
`

/**
 * A folder for what a script makes. It goes with the script, however that ends: a handler of signals would wait for work
 * that never comes back to it, and there is none for a kill.
 */
export function temporary(prefix) {
  const folder = `${prefix}${randomUUID().slice(0, 8)}`
  // Before the folder is there, so that a kill finds no moment in between.
  const watch = spawn(process.execPath, ['-e', REMOVE, folder], {detached: true, stdio: ['pipe', 'ignore', 'ignore']})
  watch.unref()
  watch.stdin.unref()
  mkdirSync(folder, {mode: 0o700})
  return folder
}
