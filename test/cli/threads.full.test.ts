import {join} from 'node:path'
import {Worker} from 'node:worker_threads'
import {expect, it} from 'vitest'
import type {Threads} from '../../src/context/context.ts'
import {get, git, repositoryOf, spec} from '../gate/scenario.ts'
import {folder, REPOSITORY, tenure} from './run.ts'

/** So many threads of the built program. */
const threads = (cores: number): Threads => ({
  cores,
  start: async () => new Worker(join(REPOSITORY, 'dist', 'thread.cjs'), {env: {TENURE_CACHE: 'off'}})
})

const days = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01', '2024-06-01']
const descriptions = days.map((_, at) =>
  spec(get(`/v1/loans${at}`), get('/v1/shelves', at > 1 ? 'deprecated: true, ' : ''))
)
const files = Object.fromEntries(
  days.map((day, at) => [`${day}.yaml`, at === 3 ? 'openapi: [' : (descriptions[at] ?? '')])
)

it('gives the same output with any number of threads', async () => {
  const tagged = await repositoryOf({main: days.map((day, at) => [day, {'openapi.yaml': descriptions[at] ?? ''}])})
  for (const at of days.keys()) await git(tagged, ['tag', `v1.${at}`, `HEAD~${days.length - 1 - at}`])
  for (const [cwd, args] of [
    [folder(files), ['audit', '.']],
    [tagged, ['audit', '.']],
    [tagged, ['changelog', '.']]
  ] as const) {
    const [single, ...others] = await Promise.all(
      [1, 2, 3, 7].map(cores => tenure(args, {cwd, threads: threads(cores)}))
    )
    expect(single?.code, single?.err).toBe(0)
    for (const other of others) expect(other).toEqual(single)
  }
})
