// A remark stands once, where someone can act on it, and what many have in common is counted.

import {describe, expect, it} from 'vitest'
import {foldMessages} from '../../src/cli/apis/fold-messages.ts'
import {wrapText} from '../../src/outputs/report/wrap-text.ts'
import {repositoryOf, type State} from '../gate/scenario.ts'
import {type CommandResult, folder, releaseList, tenure} from './run.ts'

const AS_OF = ['--as-of', '2026-03-02']

const api = (paths: string): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library API, version: "1"}\npaths: {${paths}}\n`
const operation = '{get: {responses: {"200": {description: All}}}}'
const BOTH = api(`/v1/loans: ${operation}, /v1/shelves: ${operation}`)
const LOANS = api(`/v1/loans: ${operation}`)
const BROKEN = api('/v1/loans: [')

const linesWith = (text: string, part: string): string[] => text.split('\n').filter(line => line.includes(part))

/** A folder with a description for each release, and a list of the releases. */
function releases(texts: readonly string[]): string {
  const days = texts.map((_, at) => [`1.${at}`, `2024-0${at + 1}-15`])
  return folder({
    ...Object.fromEntries(texts.map((text, at) => [`s/1.${at}.json`, text])),
    's/releases.json': releaseList(Object.fromEntries(days), 'json')
  })
}

describe('releases that are left out', () => {
  it('are one remark for each frequent reason, and one for all others', async () => {
    const others = ['{', '"', 'openapi: *no']
    const cwd = releases([BOTH, BROKEN, ...others, BROKEN, BROKEN, BROKEN, LOANS])
    const {out} = await tenure(['audit', 's', ...AS_OF], {cwd})
    const partial = linesWith(out, 'Partial:')
    expect(partial[0]).toMatch(
      /^Partial: 4 releases couldn't be read: 1\.1, 1\.5, 1\.6, and 1 more\. For each: .* \(s\/1\.1\.json:\d+:\d+\)$/
    )
    expect(partial).toHaveLength(3)
  })
})

describe('a remark on the recorded past', () => {
  it('is one of the audit, and of no other command', async () => {
    const cwd = releases([BOTH, BROKEN, LOANS])
    await tenure(['record', '--all', 's', '-o', 'history.yaml', ...AS_OF], {cwd})
    const remarks = /Because of `complete:`|more may have changed|More may have changed/g
    const audit = await tenure(['audit', 'history.yaml', ...AS_OF], {cwd})
    expect(`${audit.err}${audit.out}`.match(remarks)).toEqual(['More may have changed', 'Because of `complete:`'])
    for (const args of [
      ['due'],
      ['due', 'GET /v1/loans'],
      ['notes', '1.2'],
      ['changelog'],
      ['upgrade', '1.0', '1.2'],
      ['deprecate', 'GET /v1/loans', '--replacement', 'none', '--note', 'No one reads it']
    ]) {
      const {code, out, err} = await tenure([...args, ...AS_OF], {cwd})
      expect([code, `${err}${out}`.match(remarks)], err).toEqual([0, null])
    }
  })

  it('is one of each command if the newest release is concerned', async () => {
    const cwd = releases([BOTH, LOANS, BROKEN])
    await tenure(['record', '--all', 's', '-o', 'history.yaml', ...AS_OF], {cwd})
    const {out} = await tenure(['due', ...AS_OF], {cwd})
    expect(linesWith(out, 'Partial:')).toEqual(['Partial: more may have changed in 1.2 than is recorded (`partial`).'])
  })
})

describe('messages about many APIs', () => {
  const about = (name: string, err: string) => ({name, err, problems: []})

  it('that differ only in names and numbers are counted', () => {
    const answers = ['a', 'b', 'c', 'd', 'e'].map((name, at) =>
      about(
        name,
        `${at + 2} releases couldn't be read: 1.${at}, 2.${at}, and ${at} more. The tag has no \`${name}.yaml\`.\nAlone in \`${name}\``
      )
    )
    expect(foldMessages(answers).split('\n')).toEqual([
      "a: 2 releases couldn't be read: 1.0, 2.0, and 0 more. The tag has no `a.yaml`.",
      '4 other APIs likewise: b, c, d, and 1 more. See one with `--api`.',
      'a: Alone in `a`',
      '4 other APIs likewise: b, c, d, and 1 more. See one with `--api`.',
      ''
    ])
    expect(foldMessages(answers.slice(0, 3)).split('\n')).toHaveLength(7)
  })

  it('are all listed if they are errors', () => {
    const answers = ['a', 'b', 'c', 'd'].map(name => ({
      name,
      err: '',
      problems: [{message: `\`${name}\` is missing.`}]
    }))
    expect(foldMessages(answers)).toContain('d: `d` is missing.')
  })
})

describe('a history that is recorded for many APIs', () => {
  it('is named for the first, after the answer', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const state: State = [
      '2024-01-10',
      {
        'tenure.yaml': `format: 1\napis:\n${names.map(each => `  - {name: ${each}, spec: ${each}/openapi.yaml}\n`).join('')}`,
        ...Object.fromEntries(names.map(each => [`${each}/openapi.yaml`, BOTH]))
      }
    ]
    const cwd = await repositoryOf({main: [state]})
    const {code, out}: CommandResult = await tenure(['record', '--all', '--releases', 'branch:main', ...AS_OF], {cwd})
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe('Wrote 6 histories (of a, b, c, and 3 more): 6 releases with 12 changes.')
  })
})

describe('the first screen of a failing check', () => {
  it('has the answer, the reason, and what to do', async () => {
    const main: State = [
      '2024-01-10',
      {
        'tenure.yaml': 'format: 1\npolicy: thirteen-months\nspec: openapi.yaml\nhistory: history.yaml\n',
        'history.yaml':
          'format: 1\nservice: Lending\nreleases: [{release: "1.0", date: 2024-01-10, changes: [{added: GET /v1/shelves}]}]\n',
        'openapi.yaml': BOTH,
        CODEOWNERS: '* @library/api @library/desk\n'
      }
    ]
    const cwd = await repositoryOf({main: [main], branch: [['2026-03-02', {'openapi.yaml': LOANS}]]})
    const {code, out} = await tenure(['check', '--format', 'stylish', ...AS_OF], {cwd})
    expect(code).toBe(1)
    const screen = wrapText(out, 80).split('\n').slice(0, 24).join('\n')
    expect(screen).toMatch(/^✖ 1 violation in openapi\.yaml/)
    expect(screen).toMatch(/without\s+notice\./)
    expect(screen).toMatch(/→ Deprecate it now[^→]*restore it,\s+or add a waiver:\s+`tenure waive\s/)
    expect(out.match(/→/g)).toHaveLength(1)
  })
})
