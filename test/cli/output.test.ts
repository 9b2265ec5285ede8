import {describe, expect, it} from 'vitest'
import {COMMANDS} from '../../src/cli/command-list.ts'
import {wrapHelp, wrapOutput} from '../../src/cli/output.ts'
import type {Context} from '../../src/context/context.ts'
import {sample} from '../tier.ts'
import {tenure} from './run.ts'

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

describe('output in a terminal', () => {
  const printOf = (name: 'deprecate' | 'notes', format: string | undefined, width: number): string => {
    let all = ''
    const context = {width, out: (text: string) => (all += text), err: () => undefined} as unknown as Context
    const wrapped = wrapOutput(COMMANDS[name], format, context)
    wrapped.out('The loan of a book is deprecated in the next release, and ends one year later.\n')
    return all
  }

  it('is wrapped for sentences, but not for documents and JSON', () => {
    expect(printOf('deprecate', undefined, 50)).toBe(
      'The loan of a book is deprecated in the next\nrelease, and ends one year later.\n'
    )
    for (const [name, format] of [
      ['deprecate', 'json'],
      ['notes', undefined]
    ] as const)
      expect(printOf(name, format, 50).split('\n')).toHaveLength(2)
  })

  it('of `explain` is wrapped, except for example histories', async () => {
    const linesOf = async (...args: string[]) => (await tenure(args, {width: 80})).out.split('\n')
    expect((await linesOf('explain')).filter(line => line.length > 80)).toEqual([])
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
