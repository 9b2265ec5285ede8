// Everything that the tests write lies in one folder, which goes when the last of them is done. A hook of a file that
// several test files share would run for the first of them alone: what they import is loaded once.
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'
import process from 'node:process'

const PREFIX = 'tenure-tests-'

export default function setup(): (() => void) | undefined {
  const outside = tmpdir()
  // Each project calls this. A folder inside the first would be too long for the sockets of a browser.
  if (basename(outside).startsWith(PREFIX)) return undefined
  const folder = mkdtempSync(join(outside, PREFIX))
  // Where real histories are looked for does not move with it.
  process.env.TENURE_DATA ??= join(outside, 'tenure-data')
  process.env.TMPDIR = folder
  return () => rmSync(folder, {recursive: true, force: true, maxRetries: 3})
}
