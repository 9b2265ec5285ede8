// A hostile text at each place of a description, a list of releases, a history, a policy, and a configuration. No
// output may have a line or a character that a terminal or a CI service takes for a command.

import {cpSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {holdResults, NO_CACHE} from '../../src/stores/cache.ts'
import {folder, pathsIn, run, tenure, write} from '../cli/run.ts'
import {sample} from '../tier.ts'

/** Each kind of line break, then commands of CI services and terminals. */
const HOSTILE =
  '\n::planted title=a::b\r::planted::c\r\n  ::planted::d\u2028::planted::e\u0085::planted::f\v::planted::g\f##[planted]h' +
  '##vso[planted]i##teamcity[planted]j\u001b[31m\u202e\u200b\u0000\u0007<b>@all</b>'

type Json = null | boolean | number | string | readonly Json[] | {readonly [key: string]: Json}

/** A text or a key in a document, by the path to it. */
interface Place {
  readonly path: readonly string[]
  readonly isKey: boolean
}

const nameOf = ({path, isKey}: Place): string => `/${path.join('/')}${isKey ? ' (key)' : ''}`

/** Keys whose own keys are names. */
const NAMED =
  /^(?:paths|responses|content|headers|schemas|properties|callbacks|securitySchemes|mapping|scopes|webhooks|security|met|apis|guarantees|markers)$/

/** Every text in a document, and every key that is a name. */
const placesIn = (value: Json, path: readonly string[] = []): Place[] => {
  if (typeof value === 'string') return [{path, isKey: false}]
  if (value === null || typeof value !== 'object') return []
  const isNamed = NAMED.test(path.at(-1) ?? '') || path.at(-2) === 'security'
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isNamed && !Array.isArray(value) ? [{path: [...path, key], isKey: true}] : []),
    ...placesIn(inner, [...path, key])
  ])
}

/** The document with the hostile text appended at these places. */
function plant(value: Json, places: ReadonlySet<string>, path: readonly string[] = []): Json {
  if (typeof value === 'string') return places.has(nameOf({path, isKey: false})) ? value + HOSTILE : value
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const at = [...path, key]
    return [places.has(nameOf({path: at, isKey: true})) ? key + HOSTILE : key, plant(inner, places, at)] as const
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const describedBy = (isNew: boolean): Json => ({
  openapi: '3.1.0',
  info: {title: 'Lending', version: isNew ? '2' : '1', description: 'Loans.'},
  servers: [{url: isNew ? 'https://library.example/b' : 'https://library.example/a'}],
  tags: [{name: 'loans', description: 'Loans.'}],
  security: [{key: []}],
  paths: {
    '/v1/loans/{id}': {
      get: {
        operationId: isNew ? 'readLoan' : 'getLoan',
        summary: isNew ? 'A loan' : 'One loan',
        tags: ['loans'],
        deprecated: isNew,
        ...(isNew
          ? {'x-sunset': '2030-01-01', 'x-deprecated-since': '2025-01-01', 'x-replaced-by': 'GET /v2/loans'}
          : {}),
        'x-stability': isNew ? 'ga' : 'beta',
        parameters: [
          {name: 'id', in: 'path', required: true, schema: {type: 'string', ...(isNew ? {pattern: '^a'} : {})}},
          {name: 'state', in: 'query', schema: {type: 'string', enum: isNew ? ['open'] : ['open', 'closed']}},
          {
            name: 'sort',
            in: 'query',
            style: 'form',
            schema: {type: 'string', default: isNew ? 'a' : 'b', format: isNew ? 'uuid' : 'date'}
          }
        ],
        responses: {
          '200': {
            description: 'A loan.',
            headers: {'X-Total': {schema: {type: isNew ? 'string' : 'integer'}}},
            content: {
              [isNew ? 'application/json' : 'application/hal+json']: {schema: {$ref: '#/components/schemas/Loan'}}
            }
          },
          ...(isNew ? {'404': {description: 'None.'}} : {})
        },
        callbacks: {due: {'{$request.query.url}': {post: {responses: {'200': {description: 'Ok.'}}}}}}
      }
    },
    [isNew ? '/v2/loans' : '/v1/holds']: {
      get: {deprecated: true, 'x-sunset': '2027-01-01', responses: {'200': {description: 'Ok.'}}}
    },
    '/v1/books': {
      post: {
        operationId: 'addBook',
        security: [isNew ? {other: []} : {key: []}],
        requestBody: {
          content: {'application/json': {schema: {oneOf: [{$ref: '#/components/schemas/Loan'}, {type: 'string'}]}}}
        },
        responses: {'201': {description: 'Ok.'}}
      }
    }
  },
  webhooks: {[isNew ? 'returned' : 'lent']: {post: {responses: {'200': {description: 'Ok.'}}}}},
  components: {
    schemas: {
      Loan: {
        type: 'object',
        discriminator: {propertyName: 'kind', mapping: {book: '#/components/schemas/Loan'}},
        required: isNew ? ['kind'] : ['kind', 'total'],
        properties: {
          kind: {type: 'string', const: isNew ? 'book' : 'film'},
          total: {type: isNew ? 'number' : 'string', description: 'Total.', deprecated: isNew},
          [isNew ? 'copies' : 'shelf']: {type: 'string', title: 'Shelf'}
        }
      }
    },
    securitySchemes: {
      key: {type: 'apiKey', in: 'header', name: 'X-Key'},
      other: {type: 'oauth2', flows: {clientCredentials: {tokenUrl: 'https://library.example', scopes: {read: 'Read'}}}}
    }
  }
})

const RELEASES: Json = {
  name: 'Lending',
  releases: [
    {version: '1.0', date: '2024-01-31', file: '1.0.json'},
    {version: '2.0', date: '2025-01-31', file: '2.0.json'}
  ]
}

const POLICY: Json = {
  format: 1,
  name: 'library',
  extends: 'thirteen-months',
  stabilities: ['ga', 'beta'],
  markers: {v1: 'ga', v2: 'beta'},
  guarantees: {ga: {notice: '13 months', waivers: ['security']}, beta: {notice: '3 months'}}
}

const HISTORY: Json = {
  format: 1,
  service: 'Lending',
  policy: 'policy.json',
  about: 'Loans of books.',
  notes: ['A note.'],
  unknown: [{topic: 'Dates', note: 'Some.'}],
  areas: ['loans'],
  base: 'https://library.example',
  subjects: [{subject: 'GET /v1/old', note: 'Old.', stability: 'ga'}],
  releases: [
    {
      release: '1.0',
      date: '2024-01-31',
      note: 'First.',
      changes: [
        {added: 'GET /v1/loans'},
        {added: 'GET /v1/fees', note: 'Fees.'},
        {added: 'Loan.due', type: 'string'},
        {added: 'GET /v1/books'}
      ]
    },
    {
      on: '2024-03-01',
      via: 'a mail',
      note: 'A letter.',
      changes: [
        {deprecated: 'GET /v1/fees', sunset: '2024-05-01', replacement: 'GET /v2/fees', note: 'Soon.', via: 'a page'}
      ]
    },
    {
      release: '1.1',
      date: '2024-04-01',
      changes: [
        {
          changed: 'GET /v1/loans',
          parameter: 'limit',
          kind: 'constraint-tightened',
          about: 'maximum',
          note: 'Fewer.',
          breaking: true
        }
      ]
    },
    {
      release: '2.0',
      date: '2024-06-01',
      changes: [
        {
          removed: 'GET /v1/fees',
          replacement: 'GET /v2/fees',
          announced: '2024-03-01',
          met: {consent: 'a mail'},
          waiver: {
            reason: 'security',
            approver: 'ada',
            approved: '2024-05-01',
            until: '2024-07-01',
            note: 'A hole.',
            evidence: 'https://library.example/1'
          }
        },
        {added: 'GET /v2/fees', stability: 'beta'},
        {deprecated: 'GET /v1/books', sunset: '3.0', except: ['GET /v1/books/{id}']},
        {renamed: 'Loan.due', to: 'Loan.end', oldUntil: '2025-01-01'}
      ]
    },
    {release: 'next', changes: [{deprecated: 'GET /v1/loans', sunset: '2027-06-01'}]}
  ]
}

const CONFIG: Json = {
  format: 1,
  history: 'history.json',
  policy: 'policy.json',
  apis: {lending: {spec: 'openapi.json', history: 'history.json'}}
}

const AS_OF = ['--as-of', '2026-11-20']

/** Expects no commands, control characters, or invisible characters in a text. */
function expectHarmless(text: string, where: string, isPage = false): void {
  expect.soft(text, where).not.toMatch(/^\s*::planted/m)
  // Only pages have notes of several lines, which are Markdown.
  if (!isPage) expect.soft(text, where).not.toMatch(/^\s*(?:\\?|\\u003a):?:planted/m)
  expect.soft(text, where).not.toMatch(/##\w*\[planted/)
  expect.soft(text, where).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
}

/** The places with the hostile text. */
interface Placement {
  readonly where: string
  /** Whether there is only one. */
  readonly isSingle: boolean
}

/**
 * Runs commands and expects harmless output. Returns whether any of them accepted the files. If the first one didn't, the
 * others run only with a single placement.
 */
async function expectHarmlessOutput(
  cwd: string,
  {where, isSingle}: Placement,
  commands: readonly (readonly string[])[]
): Promise<boolean> {
  let isRead = false
  // One comparison serves all commands.
  const cache = holdResults(NO_CACHE)
  for (const args of commands) {
    const {code, out, err} = await tenure(args, {cwd, cache})
    expectHarmless(
      out,
      `${args.join(' ')} with ${where}`,
      /changelog|notes|upgrade|record|deprecate/.test(args[0] ?? '')
    )
    expectHarmless(err, `errors of ${args.join(' ')} with ${where}`)
    isRead ||= code !== 2
    if (!isRead && !isSingle) return false
  }
  return isRead
}

/**
 * Places the text everywhere in a document. If no command accepts the document, each half of the places is tried, so that
 * each place is in an accepted document or alone in a rejected one.
 */
async function plantEverywhere(
  document: Json,
  places: readonly Place[],
  expectHarmlessWith: (document: Json, placement: Placement) => Promise<boolean>
): Promise<void> {
  const names = places.map(nameOf)
  const isSingle = places.length === 1
  const where = names.slice(0, 3).join(', ')
  const isRead = await expectHarmlessWith(plant(document, new Set(names)), {where, isSingle})
  if (isRead || isSingle) return
  const half = Math.ceil(places.length / 2)
  await plantEverywhere(document, places.slice(0, half), expectHarmlessWith)
  await plantEverywhere(document, places.slice(half), expectHarmlessWith)
}

const formatsOf = (command: readonly string[], formats: readonly string[]): string[][] =>
  formats.map(format => [...command, '--format', format])

const ABOUT_RELEASES = [
  ...formatsOf(['audit', '.', ...AS_OF], ['stylish', 'json', 'markdown']),
  ['audit', '.', '--verbose', ...AS_OF],
  ...formatsOf(['diff', '1.0.json', '2.0.json', '--verbose'], ['stylish', 'json', 'markdown']),
  ['record', '.', '--all', '--dry-run', ...AS_OF],
  ...[[], ['--template', 'keep-a-changelog'], ['--template', 'github']].map(more => [
    'changelog',
    '.',
    ...more,
    ...AS_OF
  ]),
  ['notes', '2.0', '.', ...AS_OF],
  ...formatsOf(['upgrade', '1.0', '2.0', '.', ...AS_OF], ['markdown', 'json'])
]

const ABOUT_HISTORY = [
  ...formatsOf(['audit', '--history', 'history.json', ...AS_OF], ['stylish', 'json', 'markdown']),
  ...[[], ['--template', 'keep-a-changelog']].map(more => [
    'changelog',
    '--history',
    'history.json',
    ...more,
    ...AS_OF
  ]),
  ['notes', '2.0', '--history', 'history.json', ...AS_OF],
  ...formatsOf(['upgrade', '1.0', '2.0', '--history', 'history.json', ...AS_OF], ['markdown', 'json']),
  ...formatsOf(['due', '--within', '99y', '--history', 'history.json', ...AS_OF], ['stylish', 'json']),
  ...formatsOf(['due', 'GET /v1/loans', '--history', 'history.json', ...AS_OF], ['stylish', 'json']),
  ['due', 'GET /v1/fees', '--history', 'history.json', ...AS_OF],
  ['due', 'GET /v1/books', '--history', 'history.json', '--end', '2027-01-01', ...AS_OF],
  ['deprecate', 'GET /v2/fees', '--history', 'history.json', '--dry-run', ...AS_OF]
]

const GATE_FORMATS = ['stylish', 'json', 'markdown', 'github', 'gitlab', 'sarif', 'junit']

const jsonFiles = (files: Readonly<Record<string, Json>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]))

/** A repository with these files. */
async function createRepository(files: Readonly<Record<string, Json>>): Promise<string> {
  const cwd = folder(jsonFiles(files))
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@library.example', ...args], {cwd})
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-qm', 'A')
  return cwd
}
const originals = new Map<object, Promise<string>>()

/** Runs `check` with each format and expects harmless reports. */
async function expectHarmlessCheck(
  target: Readonly<Record<string, Json>>,
  change: Readonly<Record<string, Json>>,
  placement: Placement
): Promise<boolean> {
  const original = originals.get(target) ?? createRepository(target)
  originals.set(target, original)
  const cwd = folder()
  cpSync(await original, cwd, {recursive: true})
  const {where} = placement
  write(cwd, {...jsonFiles(change), 'reports/kept': ''})
  // CI services read standard output.
  const choices = GATE_FORMATS.map(format => (format === 'github' ? format : `${format}=reports/out.${format}`))
  const isRead = await expectHarmlessOutput(cwd, placement, [
    ['check', '--base', 'HEAD', '--format', choices.join(','), '--verbose']
  ])
  for (const name of pathsIn(join(cwd, 'reports'))) {
    const text = readFileSync(join(cwd, 'reports', name), 'utf8')
    expectHarmless(text, `${name} with ${where}`)
    // These texts are shown to people and printed in logs.
    if (!/gitlab|sarif/.test(name)) continue
    JSON.parse(text, (key, value) => {
      if (/^(?:text|description)$/.test(key) && typeof value === 'string')
        expectHarmless(value, `${name} with ${where}`)
      return value
    })
  }
  return isRead
}

const RELEASE_FILES = {'1.0.json': describedBy(false), '2.0.json': describedBy(true), 'releases.json': RELEASES}
const HISTORY_FILES = {'history.json': HISTORY, 'policy.json': POLICY}
const TARGET = {'openapi.json': RELEASE_FILES['1.0.json'], 'tenure.yaml': CONFIG, ...HISTORY_FILES}

const halves = [
  ['texts', false],
  ['names', true]
] as const

describe('a hostile text is harmless', () => {
  describe.each(sample(halves))('in %s', (_, isKey) => {
    const placesOf = (document: Json): Place[] => placesIn(document).filter(each => each.isKey === isKey)
    test.each(sample(Object.entries(RELEASE_FILES)))(
      'of %s, in commands that compare releases',
      async (name, document) => {
        await plantEverywhere(document, placesOf(document), (changed, placement) =>
          expectHarmlessOutput(folder(jsonFiles({...RELEASE_FILES, [name]: changed})), placement, ABOUT_RELEASES)
        )
      }
    )
    test.each(sample(Object.entries(HISTORY_FILES)))(
      'of %s, in commands that read a history',
      async (name, document) => {
        await plantEverywhere(document, placesOf(document), (changed, placement) =>
          expectHarmlessOutput(folder(jsonFiles({...HISTORY_FILES, [name]: changed})), placement, ABOUT_HISTORY)
        )
      }
    )
    test.each([...Object.entries(HISTORY_FILES), ['tenure.yaml', CONFIG] as const])(
      'of %s, in check',
      async (name, document) => {
        await plantEverywhere(document, placesOf(document), (changed, placement) =>
          expectHarmlessCheck(TARGET, {'openapi.json': RELEASE_FILES['2.0.json'], [name]: changed}, placement)
        )
      }
    )
    test('of a description, in check', async () => {
      const [older, newer] = [RELEASE_FILES['1.0.json'], RELEASE_FILES['2.0.json']]
      await plantEverywhere(older, placesOf(older), (changed, placement) =>
        expectHarmlessCheck({'openapi.json': changed}, {'openapi.json': newer}, placement)
      )
      const target = {'openapi.json': older}
      await plantEverywhere(newer, placesOf(newer), (changed, placement) =>
        expectHarmlessCheck(target, {'openapi.json': changed}, placement)
      )
    })
  })
})
