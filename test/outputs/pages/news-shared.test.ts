import {describe, expect, test} from 'vitest'
import {renderLifecycle} from '../../../packages/pages/src/history-page/subject-life.ts'
import {findEntry, githubNotes} from '../../../packages/pages/src/release-notes/github.ts'
import {createUpgradeGuide} from '../../../packages/pages/src/upgrade-guide/guide.ts'
import {upgradeMarkdown} from '../../../packages/pages/src/upgrade-guide/markdown.ts'
import {judgeAll} from '../../../src/lint.ts'
import {changesOfRelease} from '../../../src/outputs/changes/changes-of-release.ts'
import {createHistoryPage, type HistoryPage} from '../../../src/outputs/changes/page-data.ts'
import {historyOf, policyOf} from '../../reading.ts'

const RELEASES = 'service: Lending Library API\nreleases: [{release: "1.0"}, {release: "1.1"}]\n'

function pageOf(older: string, newer: string): HistoryPage {
  const history = historyOf(RELEASES, '2025-07-01', {}, {'1.0': older, '1.1': newer})
  const policy = policyOf(undefined)
  return createHistoryPage(history, judgeAll(history, policy), policy, true)
}

const notesOf = (page: HistoryPage): string =>
  githubNotes(changesOfRelease(findEntry(page.history, '1.1'), page), page)
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll('&#42;', '*')

/** An API description whose operations refer to these components. */
const spec = (paths: readonly string[], operation: string, components: string): string =>
  `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
${paths.map(path => `  ${path}: {get: {${operation}}}\n`).join('')}components: {${components}}
`
const OK_RESPONSE = 'responses: {"200": {description: fine}}'
const PAGE = (more = ''): string => `Page: {name: page_size, in: query, schema: {type: integer${more}}}`
const SORT = 'Sort: {name: sort, in: query, schema: {type: string}}'
const to = (...names: readonly string[]): string =>
  `parameters: [${names.map(name => `{$ref: '#/components/parameters/${name}'}`).join(', ')}], ${OK_RESPONSE}`

describe('a change of a component that several operations use', () => {
  const older = spec(['/loans', '/shelves'], to('Page'), `parameters: {${PAGE()}}`)
  const newer = spec(['/loans', '/shelves'], to('Page', 'Sort'), `parameters: {${PAGE(', maximum: 100')}, ${SORT}}`)
  const page = pageOf(older, newer)

  test('is stated for all of them', () => {
    expect(notesOf(page)).toContain('- `GET /loans` and `GET /shelves`: added the optional query parameter `sort`.')
  })

  test('is named after what a client sends', () => {
    expect(notesOf(page)).toContain(
      '`GET /loans` and `GET /shelves`: the maximum of the query parameter `page_size` is now `100` (previously unlimited).'
    )
  })

  test('is stated for each with its own lifecycle', () => {
    const lifecycle = page.history.bySubject.get('GET /shelves')
    const expected = lifecycle && renderLifecycle(lifecycle, page, place => place)
    expect(expected).toContain('- `GET /shelves`: added the optional query parameter `sort`.')
    expect(expected).toContain('- `GET /shelves`: the maximum of the query parameter `page_size` is now `100`')
    expect(expected).not.toContain('/loans')
  })

  test('is stated for the operations that a client uses', () => {
    const [from, until] = [findEntry(page.history, '1.0'), findEntry(page.history, '1.1')]
    const events = page.eventsByEntry.get(1) ?? []
    const guide = (uses?: string): string => {
      const lifecycle = uses === undefined ? undefined : page.history.bySubject.get(uses)
      return upgradeMarkdown(createUpgradeGuide(from, until, events, page, lifecycle && [lifecycle.subject]), page)
    }
    expect(guide()).toContain(
      '`GET /loans` and `GET /shelves`: the maximum of the query parameter `page_size` is now `100`'
    )
    expect(guide('GET /shelves')).toContain(
      '`GET /shelves`: the maximum of the query parameter `page_size` is now `100`'
    )
    expect(guide('GET /shelves')).toContain('`GET /shelves`: added the optional query parameter `sort`.')
  })

  test('is stated with the number of operations if there are many, and merged for the same operations', () => {
    const paths = ['/a/1', '/a/2', '/a/3', '/a/4', '/a/5']
    const more = `parameters: {${PAGE()}, ${SORT}}`
    expect(notesOf(pageOf(spec(paths, to(), more), spec(paths, to('Page', 'Sort'), more)))).toContain(
      '5 operations of `/a/**`: added the optional query parameters `page_size` and `sort`.'
    )
  })
})

describe('changed values at one place', () => {
  const answers = (...statuses: readonly string[]): string =>
    spec(['/loans'], `responses: {${statuses.map(status => `"${status}": {description: fine}`).join(', ')}}`, '')
  const notes = (...added: readonly string[]): string => notesOf(pageOf(answers('200'), answers('200', ...added)))

  test('are one sentence for errors and unlisted values', () => {
    expect(notes('400', '409', 'default')).toContain(
      '`GET /loans` can now return the error `400` or `409`, and now documents a default error response.'
    )
    expect(notes('400', '409')).toContain('`GET /loans` can now return the error `400` or `409`.')
    expect(notes('400', 'default')).toContain(
      '`GET /loans` can now return the error `400` and now documents a default error response.'
    )
  })

  test('are new values if there are several', () => {
    const speed = (...values: readonly string[]): string =>
      spec(
        ['/loans'],
        `requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}, responses: {"200": {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}`,
        `schemas: {Loan: {type: object, properties: {speed: {type: string, enum: [${values.join(', ')}]}}}}`
      ).replace('get:', 'put:')
    expect(notesOf(pageOf(speed('slow'), speed('slow', 'fast', 'ultrafast')))).toContain(
      '`Loan.speed` now allows `fast` and `ultrafast`'
    )
    expect(notesOf(pageOf(speed('slow', 'fast', 'ultrafast'), speed('slow')))).toContain(
      '`Loan.speed` no longer allows `fast` or `ultrafast`'
    )
  })
})

describe('a new field of a body that some operations only return', () => {
  const body = (name: string): string => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
  const answers = (name: string): string => `responses: {"200": {description: fine, ${body(name)}}}`
  const shelf = (name: string): string => `openapi: 3.0.3
info: {title: Lending Library API, version: "1"}
paths:
  /shelves:
    put: {requestBody: {${body(name)}}, ${answers(name)}}
    get: {${answers(name)}}
components:
  schemas:
    Shelf: {type: object, properties: {room: {type: string}}}
    LongShelf: {type: object, properties: {room: {type: string}, length: {type: integer}}}
`
  const page = pageOf(shelf('Shelf'), shelf('LongShelf'))

  test('is not stated as part of their requests', () => {
    expect(notesOf(page)).toContain('- `PUT /shelves` and `GET /shelves`: added `length`.')
  })

  test('is stated for each operation by its direction', () => {
    const lifecycleOf = (key: string): string => {
      const lifecycle = page.history.bySubject.get(key)
      return (lifecycle && renderLifecycle(lifecycle, page, place => place)) ?? ''
    }
    expect(lifecycleOf('PUT /shelves')).toContain('`PUT /shelves`: added the optional field `length` to the request.')
    expect(lifecycleOf('GET /shelves')).toContain('`GET /shelves`: added `length` to the `200` response.')
  })
})

describe('a change of several responses of one operation', () => {
  const responses = (type: string, statuses: readonly string[]): string =>
    `responses: {${statuses.map(status => `"${status}": {description: e, content: {${type}: {}}}`).join(', ')}}`
  const specOf = (type: string): string =>
    spec(['/loans'], responses(type, ['400', '404', '422']), '').replace(
      'components: {}',
      `  /shelves: {get: {${responses(type, ['400'])}}}\n  /fees: {get: {${responses(type, ['400'])}}}\n`
    )
  const news = notesOf(pageOf(specOf('application/json'), specOf('text/plain')))

  test('is one sentence', () => {
    expect(news).toContain('- `GET /loans`: the `400`, `404`, and `422` responses ')
    expect(news).not.toContain('the `404` response is')
  })

  test('is in the singular for one response of several operations', () => {
    expect(news).toMatch(/`GET \/shelves` and `GET \/fees`: the `400` response (?:is|was|can)\b/)
    expect(news).not.toContain('response are')
  })
})

describe('several changes of one field', () => {
  const loans = ['/loans', '/shelves', '/readers', '/copies']
  const loan = (fields: string): string =>
    spec(
      loans,
      'responses: {"200": {description: fine, content: {application/json: {schema: {$ref: "#/components/schemas/Loan"}}}}}',
      `schemas: {Loan: {type: object, required: [id], properties: {${fields}}}}`
    )

  test('are stated once for all values that were removed or added', () => {
    const page = pageOf(
      loan('id: {type: string}, days: {type: integer, minimum: 1, maximum: 9}'),
      loan('id: {type: string}, days: {type: integer}')
    )
    expect(notesOf(page)).toContain(
      'The minimum (`1`) and the maximum (`9`) of `Loan.days` were removed (in 4 operations).'
    )
  })

  test('have one remark in parentheses', () => {
    const page = pageOf(loan('days: {type: integer}'), loan('id: {type: string}, days: {type: integer}'))
    expect(notesOf(page)).toContain('Added `Loan.id` (always present; in 4 operations).')
  })
})
