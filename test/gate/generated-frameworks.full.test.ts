import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {REPOSITORY} from '../cli/run.ts'
import {check, repositoryOf} from './scenario.ts'

/** The commands of the guide, which stand-ins answer with what the frameworks wrote. */
const COMMANDS = [
  ...readFileSync(join(REPOSITORY, 'docs/guide/openapi.md'), 'utf8').matchAll(
    /^### (NestJS|tsoa|FastAPI)$[\s\S]*?^(generate: .*)$/gm
  )
].map(([, name = '', line = '']) => [name, line] as const)

const env = {PATH: `${join(REPOSITORY, 'fixtures/generated/bin')}:${process.env.PATH}`}
const TODAY = '2026-03-02'

/** Checks a change of the server of the guide. The state names what its code is. */
async function checkChange(line: string, change: Readonly<Record<string, string>>) {
  const main = {
    'tenure.yaml': `format: 1\nspec: openapi.json\n${line}\n`,
    '.gitignore': '.venv\nopenapi.json\n',
    'requirements.txt': 'fastapi==0.110.0\npydantic==2.6.4\n',
    state: 'main'
  }
  const cwd = await repositoryOf({main: [['2026-01-10', main]], branch: [[TODAY, change]]})
  const {code, out, err} = await check(cwd, [], TODAY, env)
  expect(err).toBe('')
  return {code, report: JSON.parse(out)}
}

describe.each(COMMANDS)('a description that %s wrote', (_, line) => {
  it('is compared with that of the base', async () => {
    const same = await checkChange(line, {'README.md': '# Library\n'})
    expect([same.code, same.report.changes.list]).toEqual([0, []])
    const {code, report} = await checkChange(line, {state: 'removed'})
    expect(code).toBe(1)
    expect(report.findings).toMatchObject([{rule: 'unannounced-removal', subject: 'GET /v1/loans/{id}/history'}])
  })
})

describe('the guide', () => {
  it('has a command for each framework', () => {
    expect(COMMANDS.map(([name]) => name).toSorted()).toEqual(['FastAPI', 'NestJS', 'tsoa'])
  })

  it('shows what another version of FastAPI does as drift', async () => {
    const line = COMMANDS.find(([name]) => name === 'FastAPI')?.[1] ?? ''
    const {code, report} = await checkChange(line, {'requirements.txt': 'fastapi==0.165.0\npydantic==2.14.4\n'})
    expect([code, report.changes.list]).toEqual([0, []])
    expect(report.drift).toMatchObject({alteredBy: ['requirements.txt'], counts: {compatible: 2}})
  })
})
