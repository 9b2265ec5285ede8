import {describe, expect, it} from 'vitest'
import {get, git, repositoryOf, spec} from '../gate/scenario.ts'
import {sample} from '../tier.ts'
import {expectRefusal, folder, tenure, tenureProcess} from './run.ts'

const days = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01', '2024-06-01']
const descriptions = days.map((_, at) =>
  spec(get(`/v1/loans${at}`), get('/v1/shelves', at > 1 ? 'deprecated: true, ' : ''))
)
const files = Object.fromEntries(
  days.map((day, at) => [`${day}.yaml`, at === 3 ? 'openapi: [' : (descriptions[at] ?? '')])
)

describe.concurrent('--jobs', () => {
  it.each(sample(['0', '-1', 'two', '1.5', '1000', '']))('exits 2 for `%s`', async jobs => {
    const result = await tenure(['audit', '.', `--jobs=${jobs}`], {cwd: folder(files)})
    expectRefusal(result)
    expect(result.err).toContain('Write a number from 1 to 999.')
  })

  it("doesn't change the output", async () => {
    const tagged = await repositoryOf({main: days.map((day, at) => [day, {'openapi.yaml': descriptions[at] ?? ''}])})
    for (const at of days.keys()) await git(tagged, ['tag', `v1.${at}`, `HEAD~${days.length - 1 - at}`])
    for (const [cwd, args] of [
      [folder(files), ['audit', '.']],
      [tagged, ['audit', '.', '--tags', '*']],
      [tagged, ['changelog', '.', '--tags', '*']]
    ] as const) {
      const [single, ...others] = await Promise.all(
        ['1', '2', '3', '7'].map(jobs => tenureProcess([...args, '--jobs', jobs], {cwd}))
      )
      expect(single?.code, single?.err).toBe(0)
      for (const other of others) expect(other).toEqual(single)
    }
  })
})
