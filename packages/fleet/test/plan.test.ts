import {mkdirSync, mkdtempSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Pool} from '@tenure/core/app/parallel/pool'
import {expect, it} from 'vitest'
import {HERE} from '../../../test/here.ts'
import type {FleetApi} from '../src/list.ts'
import {planApi, type RunSettings} from '../src/plan.ts'
import {writeState} from '../src/state.ts'
import {TABLES_FORMAT} from '../src/tables.ts'

/** Nothing that was read has changed. */
const POOL = {run: async () => undefined} as unknown as Pool

it.each([
  [{}, false],
  [{build: 'new'}, true],
  [{spec: 'other.yaml'}, true],
  [{asOf: '2026-03-03'}, true]
])('after a run, whether a run with %j reads an API again is %s', async (more, isStale) => {
  const folder = mkdtempSync(join(tmpdir(), 'tenure-plan-'))
  mkdirSync(join(folder, 'state'))
  const plan = ({build = 'old', spec = 'openapi.yaml', asOf = '2026-03-02'}) => {
    const api = {id: 'loans', place: {source: 'tenure.yaml'}, task: () => ({spec})} as unknown as FleetApi
    const settings: RunSettings = {files: HERE.files, folder, asOf, build}
    return planApi(api, settings, POOL)
  }
  const first = await plan({})
  expect(first).toMatchObject({isStale: true, event: 'joined'})
  writeState(HERE, folder, first.name, {
    ...{format: TABLES_FORMAT, id: 'loans', listings: []},
    made: {...first.made, inputs: {}, facts: {}}
  })
  expect((await plan(more)).isStale).toBe(isStale)
})
