import {join} from 'node:path'
import {expect, it} from 'vitest'
import {repositoryOf} from '../gate/scenario.ts'
import {CHECKS} from '../outputs/report/format-checks.ts'
import {commandsIn} from '../outputs/report/workflow-commands.ts'
import {TODAY, WITH_VIOLATION} from './library.ts'
import {tenure} from './run.ts'

// `diff` and `audit` in the formats for CI services.

const FORMATS = ['github', 'gitlab', 'sarif', 'junit'] as const

const library = (operations: string): string =>
  `openapi: 3.0.3\ninfo: {title: Lending Library, version: "1"}\npaths:\n${operations}`
const LOANS = '  /v1/loans:\n    get: {responses: {"200": {description: Loans}}}\n'
const FINES = '  /v1/fines:\n    get: {responses: {"200": {description: Fines}}}\n'

/** A service in a subfolder of its repository, from which an endpoint was removed in the last commit. */
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

it('`diff` and `audit` have the same exit code in every CI format, and valid reports', async () => {
  const cwd = await service()
  for (const args of [
    ['diff', 'HEAD~1:services/loans/openapi.yaml', 'openapi.yaml'],
    ['diff', 'HEAD~1:services/loans/openapi.yaml', 'openapi.yaml', '--fail-on=violation'],
    ['diff', 'openapi.yaml', 'openapi.yaml', '--fail-on=undetermined'],
    ['audit', 'history.yaml', '--policy', 'thirteen-months'],
    ['audit', 'history.yaml', '--policy', 'thirteen-months', '--fail-on=violation']
  ]) {
    const {code} = await tenure([...args, '--as-of', TODAY], {cwd})
    for (const format of FORMATS) {
      const result = await tenure([...args, '--as-of', TODAY, '--format', format], {cwd})
      expect({code: result.code, err: result.err}, `${args} ${format}`).toEqual({code, err: ''})
      const count = await CHECKS[format](result.out)
      expect(count > 0, `${args} ${format}`).toBe(args[1] !== args[2])
    }
  }
})

it('`diff` reports a removal at its former neighbor, with the path from the root of the repository', async () => {
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

it('`diff` names the revision of a newer description because its lines can differ from those on disk', async () => {
  const cwd = await service()
  const path = 'services/loans/openapi.yaml'
  const {out} = await tenure(['diff', `HEAD~1:${path}`, `HEAD:${path}`, '--format', 'github'], {cwd})
  const [{properties, data} = {properties: {}, data: ''}] = commandsIn(out)
  expect(properties).toEqual({file: path, title: 'operation-removed: GET /v1/fines'})
  expect(data).toContain(`At HEAD:${path}:3:1`)
})

it('SARIF of `audit` describes its rules', async () => {
  const args = ['audit', 'history.yaml', '--policy', 'thirteen-months', '--as-of', TODAY, '--format', 'sarif']
  const [{tool, results}] = JSON.parse((await tenure(args, {cwd: await service()})).out).runs
  expect(tool.driver.rules.find(({id}: {id: string}) => id === 'unannounced-removal')).toMatchObject({
    shortDescription: {text: expect.stringMatching(/\w/)}
  })
  expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('services/loans/history.yaml')
})
