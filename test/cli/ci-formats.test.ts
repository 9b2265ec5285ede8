import {join} from 'node:path'
import {expect, it} from 'vitest'
import {repositoryOf} from '../gate/scenario.ts'
import {CHECKS} from '../outputs/report/format-checks.ts'
import {commandsIn} from '../outputs/report/workflow-commands.ts'
import {TODAY, WITH_VIOLATION} from './library.ts'
import {tenure} from './run.ts'

// `diff` and `audit` in the formats that CI systems read.

const FORMATS = ['github', 'gitlab', 'sarif', 'junit'] as const

const library = (operations: string): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library, version: "1"}\npaths:\n${operations}`
const LOANS = '  /v1/loans:\n    get: {responses: {"200": {description: Loans}}}\n'
const FINES = '  /v1/fines:\n    get: {responses: {"200": {description: Fines}}}\n'

/** A service in a folder of its repository. Fines are gone since the first commit. */
const service = async (): Promise<string> => {
  const root = await repositoryOf({
    main: [
      [
        '2025-02-01',
        {'services/loans/openapi.yaml': library(LOANS + FINES), 'services/loans/history.yaml': WITH_VIOLATION}
      ],
      ['2025-03-01', {'services/loans/openapi.yaml': library(LOANS)}]
    ],
    branch: []
  })
  return join(root, 'services', 'loans')
}

it('diff and audit exit as they do for people, and their reports are valid', async () => {
  const cwd = await service()
  for (const args of [
    ['diff', 'HEAD~1:services/loans/openapi.yaml', 'openapi.yaml'],
    ['diff', 'HEAD~1:services/loans/openapi.yaml', 'openapi.yaml', '--exit-code'],
    ['diff', 'openapi.yaml', 'openapi.yaml', '--exit-code', '--strict'],
    ['audit', 'history.yaml', '--policy', 'thirteen-months'],
    ['audit', 'history.yaml', '--policy', 'thirteen-months', '--exit-code']
  ]) {
    const {code} = await tenure([...args, '--as-of', TODAY], {cwd})
    for (const format of FORMATS) {
      const written = await tenure([...args, '--as-of', TODAY, '--format', format], {cwd})
      expect({code: written.code, err: written.err}, `${args} ${format}`).toEqual({code, err: ''})
      const found = await CHECKS[format](written.out)
      expect(found > 0, `${args} ${format}`).toBe(args[1] !== args[2])
    }
  }
})

it('a removal is where its neighbors are, from the root of the repository', async () => {
  const cwd = await service()
  const old = 'HEAD~1:services/loans/openapi.yaml'
  const {out} = await tenure(['diff', old, 'openapi.yaml', '--format', 'github'], {cwd})
  expect(commandsIn(out)).toMatchObject([
    {
      name: 'error',
      properties: {file: 'services/loans/openapi.yaml', line: '3', title: 'operation-removed: GET /v1/fines'}
    }
  ])
  expect(out).toContain(`Was at ${old}:7:5`)
})

it('a newer description in a revision is named, as its lines may be others in the file', async () => {
  const cwd = await service()
  const path = 'services/loans/openapi.yaml'
  const {out} = await tenure(['diff', `HEAD~1:${path}`, `HEAD:${path}`, '--format', 'github'], {cwd})
  const [{properties, data} = {properties: {}, data: ''}] = commandsIn(out)
  expect(properties).toEqual({file: path, title: 'operation-removed: GET /v1/fines'})
  expect(data).toContain(`At HEAD:${path}:3:1`)
})

it('SARIF of an audit describes its rules', async () => {
  const args = ['audit', 'history.yaml', '--policy', 'thirteen-months', '--as-of', TODAY, '--format', 'sarif']
  const [{tool, results}] = JSON.parse((await tenure(args, {cwd: await service()})).out).runs
  expect(tool.driver.rules.find(({id}: {id: string}) => id === 'unannounced-removal')).toMatchObject({
    shortDescription: {text: expect.stringMatching(/\w/)}
  })
  expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('services/loans/history.yaml')
})
