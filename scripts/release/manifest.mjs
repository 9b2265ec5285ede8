// Leaves out of package.json what only a clone needs while npm packs, and puts the file back. npm asks whoever installs a
// package to approve its scripts, and compares the repository that package.json names with the one of the provenance.
// Usage: node scripts/release/manifest.mjs publish PID|restore, from `prepack` and `postpack`; PID is that of npm
import {spawn} from 'node:child_process'
import {linkSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import process from 'node:process'
import {setTimeout} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'

const MANIFEST = 'package.json'
/** The file of the clone, in the meantime. */
const KEPT = '.package.json'
const POLL_MS = 50

const [, , step, npm] = process.argv
const steps = {publish, restore, guard}
await steps[step]()

function publish() {
  const {scripts, workspaces, devDependencies, overrides, ...published} = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  if (scripts === undefined)
    throw new Error(`\`${MANIFEST}\` has no scripts. Wait until the other \`npm pack\` has ended.`)
  const {GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path} = process.env
  const repository = server && path && {repository: {type: 'git', url: `git+${server}/${path}.git`}}
  rmSync(KEPT, {force: true})
  linkSync(MANIFEST, KEPT)
  // npm runs no `postpack` where packing fails or is stopped. Only a POSIX shell knows which process npm is.
  if (Number(npm) > 0)
    spawn(process.execPath, [fileURLToPath(import.meta.url), 'guard', npm], {detached: true, stdio: 'ignore'}).unref()
  writeFileSync(`${KEPT}.tmp`, `${JSON.stringify({...published, ...repository}, null, 2)}\n`)
  renameSync(`${KEPT}.tmp`, MANIFEST)
}

function restore() {
  try {
    renameSync(KEPT, MANIFEST)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Waits for the end of npm. */
async function guard() {
  while (isRunning(Number(npm))) await setTimeout(POLL_MS)
  restore()
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
