// Tests of the files that GitHub reads, except workflows.
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import * as z from 'zod'
import packageJson from '../package.json' with {type: 'json'}
import {packageFolder} from '../src/stores/files/installed-packages.ts'

const read = (path: string): string => readFileSync(packageFolder(path), 'utf8')

const validations = z.strictObject({required: z.boolean()}).optional()
const described = {label: z.string(), description: z.string().optional(), placeholder: z.string().optional()}
/** The part of GitHub's syntax for issue forms that our forms use. */
const issueForm = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('textarea'),
        id: z.string().regex(/^[\w-]+$/),
        attributes: z.strictObject({...described, render: z.string().optional()}),
        validations
      }),
      z.strictObject({
        type: z.literal('input'),
        id: z.string().regex(/^[\w-]+$/),
        attributes: z.strictObject(described),
        validations
      })
    ])
  )
})

const FORMS = readdirSync(packageFolder('.github/ISSUE_TEMPLATE')).filter(name => name !== 'config.yml')

describe('an issue form', () => {
  it.each(FORMS)('has valid syntax: %s', name => {
    const {body} = issueForm.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}`)))
    expect(new Set(body.map(({id}) => id)).size).toBe(body.length)
    expect(new Set(body.map(({attributes}) => attributes.label)).size).toBe(body.length)
  })

  it('for a wrong verdict asks for what is needed to reproduce it', () => {
    const {body} = issueForm.parse(parse(read('.github/ISSUE_TEMPLATE/wrong-verdict.yml')))
    expect(body.filter(({validations}) => validations?.required).map(({id}) => id)).toEqual([
      ...['old', 'new', 'policy', 'command', 'right', 'version']
    ])
  })
})

it('the pull request template names commands and files that exist', () => {
  const template = read('.github/PULL_REQUEST_TEMPLATE.md')
  const scripts: Readonly<Record<string, string>> = packageJson.scripts
  for (const [, name = ''] of template.matchAll(/`npm (?:run )?([\w:]+)`/g)) expect(scripts[name], name).toBeDefined()
  for (const [path] of template.matchAll(/[\w/-]+\.md\b/g)) expect(existsSync(packageFolder(path)), path).toBe(true)
})

it('CODEOWNERS has one owner for everything', () => {
  // A placeholder until the repository has a home.
  expect(read('.github/CODEOWNERS')).toBe('* @OWNER/tenure-maintainers\n')
})

it('the package builds itself when npm installs it from a commit', () => {
  expect(packageJson.scripts.prepare).toBe('node scripts/build.mjs --if-changed')
})

it('lets the type checker reach every package from the program and from the tests', () => {
  const packages = readdirSync(packageFolder('packages'))
  const referred = (path: string, from: string): string[] =>
    [...read(path).matchAll(/"path": "([^"]+)"/g)].map(([, name = '']) => name.replace(from, ''))
  expect(referred('tsconfig.json', 'packages/')).toEqual(expect.arrayContaining(packages))
  expect(referred('test/tsconfig.json', '../packages/')).toEqual(expect.arrayContaining(packages))
  // The actions start the command line, and not the other way round.
  const started = packages.filter(name => !['action', 'json-schema'].includes(name))
  expect(referred('src/cli/tsconfig.json', '../../packages/')).toEqual(expect.arrayContaining(started))
})
