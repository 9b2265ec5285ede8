// A schema that refers to another component than before loses or gains the differences between the two. The components
// keep their own fields, even if something else in them changed.
import {describe, expect, test} from 'vitest'
import {diffSnapshots} from '../../../../packages/openapi/src/diff/diff.ts'
import {readSnapshot} from '../../../../packages/openapi/src/read/snapshot.ts'
import {validate} from '../../../../packages/openapi/src/validator.ts'
import {formatSubject} from '../../../../src/model/subject/subject.ts'
import {api, NUMBER, object, type Raw, TEXT} from './cases.ts'
import {diffDocuments} from './comparing.ts'

const ref = (name: string): Raw => ({$ref: `#/components/schemas/${name}`})
const library = (schemas: Raw): object =>
  api(
    {
      '/loans': {get: {responses: {'200': {description: 'Fine', content: {'application/json': {schema: ref('Loan')}}}}}}
    },
    {components: {schemas}}
  )
const changedSubjects = (older: Raw, newer: Raw): string[] =>
  diffDocuments(library(older), library(newer))
    .filter(({kind}) => kind !== 'documentation-changed')
    .map(({kind, subject}) => `${kind} ${formatSubject(subject)}`)
    .sort()

const note = (text: string): Raw => ({type: 'string', description: text})
const loan = (book: Raw): Raw => object({reader: ref('Entry'), book})
const entry = (more: Raw): Raw => object({id: TEXT, ...more})

describe('a schema that refers to another component than before', () => {
  test('loses a field that the first component still has', () => {
    const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: note('Where it stands')})}
    const newer = {Loan: loan(ref('Book')), Entry: entry({shelf: note('Where it stood')}), Book: object({id: TEXT})}
    expect(changedSubjects(older, newer)).toEqual(['field-removed GET /loans (field book.shelf, in response)'])
    expect(changedSubjects(newer, older)).toEqual(['field-added GET /loans (field book.shelf, in response)'])
  })

  test('loses a field that the first component still has with another type', () => {
    const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: TEXT})}
    const newer = {Loan: loan(ref('Book')), Entry: entry({shelf: NUMBER}), Book: object({id: TEXT})}
    expect(changedSubjects(older, newer)).toEqual([
      'field-removed GET /loans (field book.shelf, in response)',
      'type-changed Entry.shelf'
    ])
  })

  test('loses a nested field', () => {
    const older = {Loan: loan(ref('Entry')), Entry: entry({place: object({shelf: note('Where'), floor: TEXT})})}
    const newer = {
      Loan: loan(ref('Book')),
      Entry: entry({place: object({shelf: note('Where it is'), floor: TEXT})}),
      Book: entry({place: object({floor: TEXT})})
    }
    expect(changedSubjects(older, newer)).toEqual(['field-removed GET /loans (field book.place.shelf, in response)'])
  })

  test('loses a field that the second component never had, although that one changed, too', () => {
    const book = (title: string): Raw => object({id: TEXT, title: note(title)})
    const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: note('a'), title: TEXT}), Book: book('Title')}
    const newer = {Loan: loan(ref('Book')), Entry: entry({shelf: note('b'), title: TEXT}), Book: book('Its title')}
    const withBoth = (schemas: Raw): Raw => ({
      ...schemas,
      Loan: {...(schemas.Loan as Raw), allOf: [object({other: ref('Book')})]}
    })
    expect(changedSubjects(withBoth(older), withBoth(newer))).toEqual([
      'field-removed GET /loans (field book.shelf, in response)'
    ])
  })

  test('loses an enum value that the first component still has', () => {
    const state = (...values: string[]): Raw => ({type: 'string', enum: values})
    const older = {Loan: object({now: ref('State'), before: ref('State')}), State: state('open', 'lost', 'closed')}
    const newer = {
      Loan: object({now: ref('State'), before: ref('Final')}),
      State: state('lost', 'open', 'closed'),
      Final: state('lost', 'closed')
    }
    expect(changedSubjects(older, newer)).toEqual(['value-removed GET /loans (field before, value open, in response)'])
  })

  test('loses a field within a shared schema', () => {
    const older = {
      Loan: object({reader: ref('Entry'), book: {allOf: [ref('Entry')]}}),
      Entry: entry({shelf: note('a')})
    }
    const newer = {
      Loan: object({reader: ref('Entry'), book: {allOf: [ref('Book')]}}),
      Entry: entry({shelf: note('b')}),
      Book: object({id: TEXT})
    }
    expect(changedSubjects(older, newer)).toEqual(['field-removed Loan.book.shelf'])
  })

  test('loses a field if the components are in their own files', () => {
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
    const changes = diffSnapshots(older, newer, validate).filter(({kind}) => kind !== 'documentation-changed')
    expect(changes.map(({kind, subject}) => `${kind} ${formatSubject(subject)}`)).toEqual([
      'field-removed GET /loans (field book.shelf, in response)'
    ])
  })
})

test('a field removed from a shared component is reported for that component', () => {
  const older = {Loan: loan(ref('Entry')), Entry: entry({shelf: TEXT})}
  expect(changedSubjects(older, {...older, Entry: entry({})})).toEqual(['field-removed Entry.shelf'])
})
