import {describe, expect, it} from 'vitest'
import type {Context} from '../../src/app/context.ts'
import {runWithOutput, wrapHelp} from '../../src/cli/output.ts'
import {sample} from '../tier.ts'
import {LIBRARY, withUnreleased} from './library.ts'
import {folder, tenure} from './run.ts'

describe.concurrent('short options', () => {
  it.each(
    sample([
      [['-h'], ['--help']],
      [['help'], ['--help']],
      [
        ['check', '-h'],
        ['check', '--help']
      ],
      [
        ['help', 'check'],
        ['check', '--help']
      ],
      [
        ['help', 'fleet', 'run'],
        ['fleet', 'run', '--help']
      ],
      [['-v'], ['--version']],
      [
        ['audit', '-v'],
        ['audit', '--version']
      ]
    ])
  )('%j prints the same as %j', async (args, longArgs) => {
    const [first, other] = await Promise.all([tenure(args), tenure(longArgs)])
    expect(first.code).toBe(0)
    expect(first).toEqual(other)
  })

  it('`help` with an unknown command exits 2', async () => {
    expect(await tenure(['help', 'chek'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("`chek` isn't a command. Did you mean `check`?")
    })
  })
})

describe.concurrent('--quiet', () => {
  it('prints nothing if the exit code is 0, and the usual output otherwise', async () => {
    const withoutViolation = folder({'history.yaml': LIBRARY, 'tenure.yaml': 'format: 1\nspec: none\n'})
    expect(await tenure(['check', '--quiet'], {cwd: withoutViolation})).toEqual({code: 0, out: '', err: ''})
    const withViolation = folder({
      'history.yaml': withUnreleased('{removed: GET /v1/loans, replacement: GET /v1/branches}'),
      'tenure.yaml': 'format: 1\nspec: none\n'
    })
    const [quietResult, usualResult] = await Promise.all(
      [['--quiet'], []].map(more => tenure(['check', '--as-of', '2026-03-02', ...more], {cwd: withViolation}))
    )
    expect(quietResult?.code).toBe(1)
    expect(quietResult).toEqual(usualResult)
    expect(await tenure(['init', '--force', '--dry-run', '--quiet'], {cwd: withoutViolation})).toEqual({
      code: 0,
      out: '',
      err: ''
    })
  })
})

describe('output in a terminal', () => {
  const printOf = async (name: 'deprecate' | 'notes', options: object, width: number): Promise<string> => {
    let all = ''
    const context = {width, out: (text: string) => (all += text), err: () => undefined} as unknown as Context
    await runWithOutput(name, options, context, wrapped => {
      wrapped.out('The loan of a book is deprecated in the next release, and ends one year later.\n')
      return 0
    })
    return all
  }

  it('is wrapped for sentences, but not for documents and JSON', async () => {
    expect(await printOf('deprecate', {}, 50)).toBe(
      'The loan of a book is deprecated in the next\nrelease, and ends one year later.\n'
    )
    for (const options of [{format: 'json'}, {}])
      expect((await printOf('format' in options ? 'deprecate' : 'notes', options, 50)).split('\n')).toHaveLength(2)
  })

  it('of `rules` and `explain` is wrapped, except for example histories', async () => {
    const linesOf = async (...args: string[]) => (await tenure(args, {width: 80})).out.split('\n')
    expect((await linesOf('rules')).filter(line => line.length > 80)).toEqual([])
    const explained = await linesOf('explain', 'notice-too-short')
    expect(explained.filter(line => line.length > 80 && !line.startsWith('    '))).toEqual([])
    expect(explained).toContainEqual(expect.stringMatching(/^ {4,}\S.{76,}/))
  })

  it('of help continues in the column of descriptions', () => {
    const page = 'Input:\n  --history  A file or a folder with the history of the library\n'
    expect(wrapHelp(page, 40)).toBe(
      'Input:\n  --history  A file or a folder with the\n             history of the library\n'
    )
    expect(wrapHelp(page, undefined)).toBe(page)
  })
})
