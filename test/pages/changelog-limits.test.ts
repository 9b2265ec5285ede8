import {describe, expect, it} from 'vitest'
import {expectRefusal, folder, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

const HISTORY = `service: Lending Library API
releases:
  - {release: "1.0", date: 2024-01-10, changes: [added: GET /v1/loans]}
  - {release: "1.1", date: 2025-02-03, changes: [added: GET /v1/fees]}
  - {release: "1.2", date: 2025-06-01, changes: [{deprecated: GET /v1/fees, replacement: none, sunset: 2027-01-01}]}
  - {release: next, changes: [added: GET /v1/desks]}
`
const changelog = (...args: readonly string[]) =>
  tenure(['changelog', 'history.yaml', '--as-of', '2026-01-01', ...args], {cwd: folder({'history.yaml': HISTORY})})
const releasesIn = (out: string): string[] =>
  [...out.matchAll(/^##+ \[?(1\.\d|next release)/gim)].map(([, name]) => name ?? '')

describe.concurrent('a changelog of some releases', () => {
  it.each(
    sample([
      [
        ['--since', '1.1'],
        ['Next release', '1.2', '1.1']
      ],
      [
        ['--since', '2025-02-03'],
        ['Next release', '1.2', '1.1']
      ],
      [['--since', 'next'], ['Next release']]
    ])
  )('has the releases since a release, or since a day, inclusive: %s', async (args, releases) => {
    const {code, out, err} = await changelog(...args)
    expect({code, err}).toEqual({code: 0, err: ''})
    expect(releasesIn(out)).toEqual(releases)
    expect(out).toMatch(/^# Lending Library API: change history\n\n## Changes by release\n/)
  })

  it('has them in each form', async () => {
    for (const form of ['github', 'keep-a-changelog']) {
      const {out} = await changelog('--since', '1.2', '--template', form)
      expect(out).toContain('/v1/desks')
      expect(out).not.toContain('/v1/loans')
    }
  })

  it('exits 2 for an unknown release or conflicting options', async () => {
    const errorOf = async (...args: readonly string[]): Promise<string> => {
      const result = await changelog(...args)
      expectRefusal(result)
      return result.err
    }
    expect(await errorOf('--since', '1.3')).toContain('There is no release `1.3`.')
    expect(await errorOf('--since', '1.0', '--part', 'removed')).toContain("`--since` can't be combined with `--part`")
  })
})
