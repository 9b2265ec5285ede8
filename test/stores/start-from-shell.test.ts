import {mkdirSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {startFromShell} from '../../src/cli/start-from-shell.ts'
import {cleanGitEnvironment} from '../../src/stores/git/environment.ts'
import {startGit} from '../../src/stores/git/git.ts'
import type {GitCall} from '../../src/stores/git/git-answer.ts'
import {folder} from '../cli/run.ts'
import {tries} from '../tier.ts'

const env = cleanGitEnvironment({PATH: process.env.PATH ?? '', LC_ALL: 'C', OWN: 'own'})
const start = startFromShell(env, 'linux')

/** The answers to one call, from a shell and from this process. */
function answersTo(call: Partial<GitCall> & Pick<GitCall, 'args'>) {
  const whole = {cwd: folder(), env, ...call}
  return [start, startGit].map(each => {
    const {status, stdout, stderr, error} = each(whole)
    const isMissing = error !== undefined
    return {status, out: stdout?.toString('latin1'), err: stderr?.toString('latin1'), isMissing}
  })
}

/** Text that a shell could read as something else: quotes, variables, commands, line feeds, bytes of dash. */
const text = fc.stringMatching(/^[ -~\n\t'"$`\\!*?[\]{}()<>|&;#~éÁ\u0081-\u0088日\u{1f600}]{0,40}$/u)

describe('git that is started from a shell', () => {
  it('answers what git that is started from this process answers', () => {
    fc.assert(
      fc.property(text, text, text, (argument, value, input) => {
        const args = ['-c', `alias.say=!printf '%s|' "$@" "$VALUE"; cat; printf '%s' "$1" >&2; false`, 'say', argument]
        const [shell, own] = answersTo({args, env: {...env, VALUE: value, OWN: undefined}, input: `${input}\n`})
        expect(shell).toEqual(own)
      }),
      {numRuns: tries(300)}
    )
  })

  it.each<[string, Partial<GitCall> & Pick<GitCall, 'args'>]>([
    ['a command that fails', {args: ['rev-parse', '--show-toplevel']}],
    ['a folder that does not exist', {args: ['version'], cwd: '/does/not/exist'}],
    ['a folder whose name begins with a dash', {args: ['version'], cwd: dashed()}],
    ['another PATH, without git', {args: ['version'], env: {...env, PATH: '/does/not/exist'}}],
    ['an input without a line feed at its end', {args: ['hash-object', '--stdin'], input: 'text'}],
    ['an input with a zero byte', {args: ['hash-object', '--stdin'], input: 'a\0b\n'}],
    ['no input', {args: ['hash-object', '--stdin']}],
    ['a large input and output', {args: ['-c', 'alias.say=!cat', 'say'], input: `${'line\n'.repeat(200_000)}`}],
    ['output without a line feed at its end', {args: ['-c', "alias.say=!printf 'a\\0b'", 'say']}],
    ['a variable that no shell can have', {args: ['version'], env: {...env, 'A-B': 'c'}}]
  ])('answers the same to %s', (_, call) => {
    const [shell, own] = answersTo(call)
    expect(shell).toEqual(own)
  })

  it('answers after its shell was ended', () => {
    const starting = startFromShell(env, 'linux')
    // The call is made again from this process, which must not be ended.
    const script = 'p=$(cut -d" " -f4 /proc/$PPID/stat); ! grep -qx sh /proc/$p/comm || kill -9 $p'
    const kill = {args: ['-c', `alias.end=!${script}`, 'end'], cwd: folder(), env}
    starting(kill)
    expect(starting({args: ['version'], cwd: folder(), env}).stdout.toString()).toMatch(/^git version /)
  })
})

function dashed(): string {
  const path = join(folder(), '-dash')
  mkdirSync(path)
  return path
}
