// Release notes of custom resources: how a line names the kinds that it is about.
import {expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'

interface Kind {
  readonly kind: string
  readonly group?: string
  /** The fields of `spec` in each version. */
  readonly versions: Readonly<Record<string, readonly string[]>>
  readonly unserved?: string
}

function definitionOf({kind, group = 'library.example', versions, unserved}: Kind): string {
  const plural = `${kind.toLowerCase()}s`
  const all = Object.entries(versions).map(([name, fields], at) => {
    const properties = Object.fromEntries(fields.map(field => [field, {type: 'string'}]))
    const schema = {openAPIV3Schema: {type: 'object', properties: {spec: {type: 'object', properties}}}}
    return {name, served: name !== unserved, storage: at === 0, schema}
  })
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.${group}}
spec: ${JSON.stringify({group, names: {kind, plural}, scope: 'Namespaced', versions: all})}
`
}

/** The notes of the second of two releases. */
async function notesOf(...releases: readonly (readonly Kind[])[]): Promise<string> {
  const listed = releases.map((_, at) => ({
    version: `${at + 1}.0`,
    date: `2026-0${at + 1}-15`,
    file: `${at + 1}.0.yaml`
  }))
  const files = releases.map((kinds, at) => [`${at + 1}.0.yaml`, kinds.map(definitionOf).join('---\n')])
  const cwd = folder({
    ...Object.fromEntries(files),
    'releases.json': JSON.stringify({service: 'Library', releases: listed})
  })
  const ran = await tenure(['notes', `${releases.length}.0`, '.', '--as-of', '2026-09-01'], {cwd})
  return ran.out.replace(/<\/?code>/g, '`')
}

test('a kind whose versions all change is named by its kind alone, and one version with it', async () => {
  const loans = (v1: string[], beta: string[]): Kind => ({kind: 'Loan', versions: {v1, v1beta1: beta}})
  const all = await notesOf([loans(['due'], ['due'])], [loans(['due', 'shelf'], ['due', 'shelf'])])
  expect(all).toContain('- `Loan`: added the optional field `spec.shelf`.')
  const one = await notesOf([loans(['due'], ['due'])], [loans(['due', 'shelf'], ['due'])])
  expect(one).toContain('- `Loan` (`v1`): added the optional field `spec.shelf`.')
})

test('a version that is only listed is none that there is', async () => {
  const loan = (fields: string[], more: Kind['versions'] = {}): Kind => ({
    ...{kind: 'Loan', versions: {v1: fields, ...more}, unserved: 'v1beta1'}
  })
  const notes = await notesOf([loan(['due'])], [loan(['due', 'shelf'], {v1beta1: ['due']})])
  expect(notes).toContain('- `Loan`: added the optional field `spec.shelf`.')
})

test('kinds of one name in two groups are named with their groups', async () => {
  const loan = (fields: string[], group = 'library.example'): Kind => ({kind: 'Loan', group, versions: {v1: fields}})
  const notes = await notesOf(
    [loan(['due']), loan([], 'other.example')],
    [loan(['due', 'shelf']), loan([], 'other.example')]
  )
  expect(notes).toContain('- `library.example Loan`: added the optional field `spec.shelf`.')
})

test('many kinds are named, and not by the beginning of their paths', async () => {
  const kinds = (fields: string[]): Kind[] =>
    ['Book', 'Copy', 'Fee', 'Loan', 'Shelf'].map(kind => ({kind, versions: {v1: fields}}))
  const notes = await notesOf([...kinds([])], [...kinds(['note'])])
  expect(notes).toContain('- `Book`, `Copy`, `Fee`, `Loan`, and `Shelf`: added the optional field `spec.note`.')
  expect(notes).not.toContain('**')
  const more = [...'ABCDEFGH'].map(letter => ({kind: `${letter}Book`, versions: {v1: [] as string[]}}))
  const cut = await notesOf(
    more,
    more.map(each => ({...each, versions: {v1: ['note']}}))
  )
  expect(cut).toContain(
    '`ABook`, `BBook`, `CBook`, `DBook`, `EBook`, and 3 more: added the optional field `spec.note`.'
  )
  expect(cut).toContain('`library.example/v1 HBook`')
})

test('several kinds that come share their group and version', async () => {
  const kind = (name: string, version = 'v1'): Kind => ({kind: name, versions: {[version]: []}})
  const notes = await notesOf([kind('Book')], [kind('Book'), kind('Loan'), kind('Copy')])
  expect(notes).toContain('- Added `Loan` and `Copy` of `library.example/v1`.')
})
