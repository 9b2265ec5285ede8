import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folder, NO_SPEC, REPOSITORY, tenureProcess} from '../../../../test/cli/run.ts'

// A feed depends on what it is made from only: not on the machine, its clock, its timezone, or its language.

const LENDING = join(REPOSITORY, 'fixtures/lending-library')

const ENVIRONMENTS = [
  {},
  {TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8'},
  {TZ: 'America/St_Johns', LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8', FORCE_COLOR: '1', COLUMNS: '40'}
]

describe('a feed in other surroundings', () => {
  it.each(['atom', 'json', 'ical'])('has the same bytes as %s', async format => {
    const zoned = folder({
      'history.yaml': readFileSync(join(LENDING, 'history.yaml'), 'utf8'),
      'tenure.yaml': NO_SPEC,
      'policy.yaml': 'format: 1\nname: Berlin\nextends: thirteen-months\ntimezone: Europe/Berlin\n'
    })
    const outputs = await Promise.all(
      // Nothing happens between these days.
      ['2026-07-01', '2026-11-26'].flatMap(asOf =>
        ENVIRONMENTS.map(async env => {
          const args = ['feed', '--format', format, '--as-of', asOf]
          const {code, out, err} = await tenureProcess(args, {cwd: zoned, env})
          expect({code, err}).toEqual({code: 0, err: expect.any(String)})
          return out
        })
      )
    )
    expect(new Set(outputs).size).toBe(1)
  })
})
