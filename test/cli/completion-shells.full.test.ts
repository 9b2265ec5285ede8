// Real shells run the built command. Shells that aren't installed are skipped.

import {chmodSync, readFileSync} from 'node:fs'
import {delimiter, join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {sample} from '../tier.ts'
import {folder, REPOSITORY, run, write} from './run.ts'

const CLI = join(REPOSITORY, 'dist', 'cli.cjs')

/** Whether a program is installed. */
const has = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    ({code}) => code === 0,
    () => false
  )
const [hasBash, hasZsh, hasFish] = await Promise.all(['bash', 'zsh', 'fish'].map(has))

/** A folder with the completion script of a shell, some files, and a `tenure` that logs its arguments. */
async function shellFolder(shell: string): Promise<{cwd: string; env: Record<string, string>}> {
  const {out} = await run(process.execPath, [CLI, 'completion', shell])
  const cwd = folder({
    script: out,
    'openapi.yaml': '',
    'old specs/openapi.yaml': '',
    'bin/tenure': `#!/bin/sh\ncase $1 in\n  completion) exec '${process.execPath}' '${CLI}' "$@" ;;\n  *) printf '%s\\n' "$*" >> log ;;\nesac\n`
  })
  chmodSync(join(cwd, 'bin/tenure'), 0o755)
  return {cwd, env: {PATH: `${join(cwd, 'bin')}${delimiter}${process.env.PATH}`, HOME: cwd}}
}

describe.skipIf(!hasBash || process.platform === 'win32')('bash', () => {
  it.each(
    sample([
      [['tenure', 'expl'], 'explain\n'],
      [['tenure', 'check', '--format', '=', 'js'], 'json\n'],
      [['tenure', 'check', '--format', 'json,sarif', '=', 'op'], 'openapi.yaml\n'],
      [['tenure', 'diff', 'op'], 'openapi.yaml\n'],
      [['tenure', 'diff', 'main', ':', 'op'], 'openapi.yaml\n'],
      [['tenure', 'diff', 'old'], 'old specs\n'],
      [['tenure', 'audit', '--policy', 'kub'], 'kubernetes\n'],
      [['tenure', 'due', ''], '\n']
    ])
  )('completes %j', async (words, expected) => {
    const place = await shellFolder('bash')
    const line =
      'source ./script; complete -p tenure >&2; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tenure tenure; ' +
      // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it
      'printf "%s\\n" "${COMPREPLY[@]}"'
    const {out, err} = await run('bash', ['--norc', '-c', line, 'bash', ...words], place)
    expect({out, err}).toEqual({out: expected, err: 'complete -F _tenure tenure\n'})
  })
})

const TYPED = {
  'tenure exp\tno-such-rule': 'explain no-such-rule',
  'tenure check --format=js\t': 'check --format=json',
  'tenure diff op\t': 'diff openapi.yaml',
  'tenure check --format json,sarif=op\t': 'check --format json,sarif=openapi.yaml',
  'tenure check --pol\tkuber\t': 'check --policy kubernetes'
}

describe.skipIf(!hasZsh)('zsh', () => {
  it('completes what is typed in a terminal', async () => {
    const place = await shellFolder('zsh')
    const script = [
      'zmodload zsh/zpty',
      'zpty terminal zsh -f -i',
      "zpty -w terminal 'autoload -Uz compinit; compinit -u -D; source ./script'",
      `for line in "$@"; do zpty -w -n terminal "$line"$'\\n'; done`,
      'zpty -w terminal exit',
      'while zpty -r terminal output; do :; done'
    ]
    await run('zsh', ['-f', '-c', script.join('\n'), 'zsh', ...Object.keys(TYPED)], place)
    expect(readFileSync(join(place.cwd, 'log'), 'utf8').trimEnd().split('\n')).toEqual(Object.values(TYPED))
  })
})

describe.skipIf(!hasFish)('fish', () => {
  it.each(
    sample([
      ['tenure exp', 'explain\tExplain a rule with examples\n'],
      ['tenure check --format=js', '--format=json\n'],
      ['tenure check --format json,sarif=op', 'json,sarif=openapi.yaml\n'],
      ['tenure diff op', 'openapi.yaml\n'],
      ['tenure audit --policy kub', 'kubernetes\n'],
      ['tenure due ', '']
    ])
  )('completes %j', async (line, expected) => {
    const {out, err} = await run(
      'fish',
      ['--no-config', '-c', 'source ./script; complete -C $argv[1]', line],
      await shellFolder('fish')
    )
    expect({out, err}).toEqual({out: expected, err: ''})
  })
})

it('completion loads only the small start file, except for names of APIs', async () => {
  const cwd = folder({'tenure.yaml': 'apis:\n  - {name: loans, spec: loans.yaml}\n'})
  const loaded =
    "process.on('exit', () => console.error(Object.keys(require.cache).map(path => require('node:path').basename(path)).sort().join()))"
  write(cwd, {'loaded.cjs': loaded})
  const complete = (...words: readonly string[]) =>
    run(process.execPath, ['-r', './loaded.cjs', CLI, 'completion', 'zsh', '--', ...words], {cwd})
  expect(await complete('audit', '--format', 'j')).toEqual({
    code: 0,
    out: 'json\njunit\n',
    err: 'cli.cjs,completion.json,loaded.cjs\n'
  })
  const {code, out} = await complete('check', '--api', '')
  expect({code, out}).toEqual({code: 0, out: 'loans\n'})
})
