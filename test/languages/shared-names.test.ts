// Two languages whose files have the same names: what a file holds tells which it is.
import {expect, test, vi} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {DELETED, repositoryOf} from '../gate/scenario.ts'

vi.mock(import('../../src/cli/registry/languages.ts'), async original => {
  const {names} = await import('./names.ts')
  const files = {name: /\.yaml$/, usual: ['api.yaml']}
  return {languages: [{...names, files}, ...(await original()).languages]}
})
vi.mock(import('../../src/cli/registry/readers.ts'), async original => {
  const {namesReader} = await import('./names.ts')
  const detect = (bytes: Buffer): boolean => /^(?:\w+[ \n]|$)/.test(bytes.toString())
  return {readers: [{...namesReader, detect}, ...(await original()).readers]}
})

const PATHS = 'paths: {/v1/fees: {get: {responses: {200: {description: Fees}}}}}'
const FEES = `openapi: 3.0.0\ninfo: {title: Fees, version: '1'}\n${PATHS}\n`
const NAMES = 'GetLoan\nListLoans\n'

test.each([
  [FEES, FEES.replace('fees', 'fines'), 'Removed `GET /v1/fees`.'],
  [NAMES, 'ListLoans\n', 'Removed the name `GetLoan`.']
])('diff reads a file in the language that it holds', async (old, fresh, text) => {
  const {out} = await tenure(['diff', 'old.yaml', 'new.yaml'], {cwd: folder({'old.yaml': old, 'new.yaml': fresh})})
  expect(out).toContain(text)
})

test.each([
  [FEES, '`GET /v1/fees`'],
  [NAMES, '`GetLoan`']
])('the gate compares a deleted description with an empty one of its language', async (text, name) => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'api.yaml': text}]],
    branch: [['2025-04-01', {'api.yaml': DELETED}]]
  })
  const {code, out} = await tenure(['check', '--as-of', '2025-12-01'], {cwd})
  expect(out).toContain(name)
  expect(code).toBe(1)
})

test('init finds both, and no other file', async () => {
  const cwd = folder({'fees/a.yaml': FEES, 'names/b.yaml': NAMES, 'other/c.yaml': 'on: {push: {}}\n'})
  const {out} = await tenure(['init', '--dry-run'], {cwd})
  expect(out).toContain('Found 2 API descriptions.')
})
