// A place that refers to another schema than before loses or gains what differs between the two; the schemas themselves
// keep theirs, even if something else in them changed.
import {describe, expect, test} from 'vitest'
import {diffSnapshots} from '../../../../src/languages/openapi/diff/diff.ts'
import {readSnapshot} from '../../../../src/languages/openapi/read/snapshot.ts'
import {validate} from '../../../../src/languages/openapi/validator.ts'
import {formatSubject} from '../../../../src/model/subject/subject.ts'
import {api, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {between} from './comparing.ts'

const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
const library = (schemas: Raw): object =>
  api(
    {
      '/loans': {get: {responses: {'200': {description: 'Fine', content: {'application/json': {schema: ref('Loan')}}}}}}
    },
    {components: {schemas}}
  )
const named = (older: Raw, newer: Raw): string[] =>
  between(library(older), library(newer))
    .filter(({kind}) => kind !== 'documentation-changed')
    .map(({kind, subject}) => `${kind} ${formatSubject(subject)}`)
    .sort()

const note = (text: string): Raw => ({type: 'string', description: text})
const loan = (book: Raw): Raw => object({reader: ref('Entry'), book})
const entry = (more: Raw): Raw => object({id: TEXT, ...more})

describe('a place that refers to another schema', () => {
  test('loses fields that the first schema keeps', () => {
    const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: note('Where it stands')})}
    const newer = {Loan: loan(ref('Book')), Entry: entry({shelf: note('Where it stood')}), Book: object({id: TEXT})}
    expect(named(older, newer)).toEqual(['field-removed GET /loans (field book.shelf, in response)'])
    expect(named(newer, older)).toEqual(['field-added GET /loans (field book.shelf, in response)'])
  })

  test('loses fields that the first schema keeps in another form', () => {
    const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: TEXT})}
    const newer = {Loan: loan(ref('Book')), Entry: entry({shelf: NUMBER}), Book: object({id: TEXT})}
    expect(named(older, newer)).toEqual([
      'field-removed GET /loans (field book.shelf, in response)',
      'type-changed Entry.shelf'
    ])
  })

  test('loses fields inside of fields', () => {
    const older = {Loan: loan(ref('Entry')), Entry: entry({place: object({shelf: note('Where'), floor: TEXT})})}
    const newer = {
      Loan: loan(ref('Book')),
      Entry: entry({place: object({shelf: note('Where it is'), floor: TEXT})}),
      Book: entry({place: object({floor: TEXT})})
    }
    expect(named(older, newer)).toEqual(['field-removed GET /loans (field book.place.shelf, in response)'])
  })

  test('loses fields that the second schema never had, although that one changed, too', () => {
    const book = (title: string): Raw => object({id: TEXT, title: note(title)})
    const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: note('a'), title: TEXT}), Book: book('Title')}
    const newer = {Loan: loan(ref('Book')), Entry: entry({shelf: note('b'), title: TEXT}), Book: book('Its title')}
    const withBoth = (schemas: Raw): Raw => ({
      ...schemas,
      Loan: {...(schemas.Loan as Raw), allOf: [object({other: ref('Book')})]}
    })
    expect(named(withBoth(older), withBoth(newer))).toEqual([
      'field-removed GET /loans (field book.shelf, in response)'
    ])
  })

  test('loses values that the first schema keeps', () => {
    const state = (...values: string[]): Raw => ({type: 'string', enum: values})
    const older = {Loan: object({now: ref('State'), before: ref('State')}), State: state('open', 'lost', 'closed')}
    const newer = {
      Loan: object({now: ref('State'), before: ref('Final')}),
      State: state('lost', 'open', 'closed'),
      Final: state('lost', 'closed')
    }
    expect(named(older, newer)).toEqual(['value-removed GET /loans (field before, value open, in response)'])
  })

  test('inside of a shared schema', () => {
    const older = {
      Loan: object({reader: ref('Entry'), book: {allOf: [ref('Entry')]}}),
      Entry: entry({shelf: note('a')})
    }
    const newer = {
      Loan: object({reader: ref('Entry'), book: {allOf: [ref('Book')]}}),
      Entry: entry({shelf: note('b')}),
      Book: object({id: TEXT})
    }
    expect(named(older, newer)).toEqual(['field-removed Loan.book.shelf'])
  })

  test('in files of their own', () => {
    const files = (book: string, shelf: string) => ({
      'openapi.yaml': api({
        '/loans': {
          get: {
            responses: {
              '200': {description: 'Fine', content: {'application/json': {schema: {$ref: 'schemas/Loan.yaml'}}}}
            }
          }
        }
      }),
      'schemas/Loan.yaml': object({reader: {$ref: 'Entry.yaml'}, book: {$ref: book}}),
      'schemas/Entry.yaml': entry({shelf: note(shelf)}),
      'schemas/Book.yaml': object({id: TEXT})
    })
    const snapshotOf = (folder: string, all: Readonly<Record<string, object>>) => {
      const documents = new Map(
        Object.entries(all).map(([source, root]) => {
          const address = `file:///${folder}/${source}`
          return [address, {source, address, root: structuredClone(root)}] as const
        })
      )
      const documentAt = (address: string) => documents.get(address)
      const main = documentAt(`file:///${folder}/openapi.yaml`)
      if (!main) throw new Error('no openapi.yaml')
      const lookup = (address: string) => documentAt(address)?.root
      return readSnapshot({main, documentAt, lookup, gaps: [], hasLifecycleHeaders: false})
    }
    const [older, newer] = [
      snapshotOf('a', files('Entry.yaml', 'Where it stands')),
      snapshotOf('b', files('Book.yaml', 'Where it stood'))
    ]
    const told = diffSnapshots(older, newer, validate).filter(({kind}) => kind !== 'documentation-changed')
    expect(told.map(({kind, subject}) => `${kind} ${formatSubject(subject)}`)).toEqual([
      'field-removed GET /loans (field book.shelf, in response)'
    ])
  })
})

test('a field that a shared schema loses is its own, wherever else it is used', () => {
  const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: TEXT})}
  expect(named(older, {...older, Entry: entry({})})).toEqual(['field-removed Entry.shelf'])
})
