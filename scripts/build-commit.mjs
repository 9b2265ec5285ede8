import {execFileSync} from 'node:child_process'
import {realpathSync} from 'node:fs'

/**
 * The commit of a build and its day, such as `abc1234, 2026-11-26`, and whether any of the `inputs` differs from it.
 * Undefined where the folder isn't the top of a git repository, such as an unpacked tarball. The same commit gives the
 * same text on any machine.
 */
export function describeCommit(folder, inputs) {
  const git = (...args) =>
    execFileSync('git', args, {cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim()
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return undefined
    // `git rev-parse --short` writes more digits the more objects a clone has.
    const [id = '', day] = git('log', '-1', '--format=%H %cs').split(' ')
    const isModified = git('status', '--porcelain', '--', ...inputs) !== ''
    return `${id.slice(0, 7)}, ${day}${isModified ? ', modified' : ''}`
  } catch {
    return undefined
  }
}
