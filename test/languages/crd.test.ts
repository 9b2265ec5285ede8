// Definitions of custom resources: what is an event, what is compared, and that all commands read them.

import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {crdReader} from '../../packages/crd/src/reader.ts'
import {renderSite} from '../../packages/pages/src/site/page/page.ts'
import {siteOf} from '../../packages/pages/src/site/write-site.ts'
import {openSource} from '../../src/app/session/open-source.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {folder, tenure, write} from '../cli/run.ts'
import {DELETED, repositoryOf} from '../gate/scenario.ts'
import {CONTEXT} from '../here.ts'
import {examplesOf, splitExample} from '../kind-catalog.ts'
import {sample} from '../tier.ts'

interface Version {
  readonly name: string
  readonly more?: string
  readonly spec?: string
  readonly status?: string
}

const BOOK = 'book: {type: string}'

/** A definition of loans between other objects, as a controller is installed. */
const definition = (versions: readonly Version[], scope = 'Namespaced'): string => `apiVersion: v1
kind: Namespace
metadata: {name: library}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: loans.library.example}
spec:
  group: library.example
  names: {kind: Loan, plural: loans}
  scope: ${scope}
  versions:
${versions
  .map(
    ({name, more = 'served: true', spec = BOOK, status = 'phase: {type: string}'}) => `    - name: ${name}
      ${more.replaceAll('\n', '\n      ')}
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            metadata: {type: object}
            spec:
              type: object
              properties:
                ${spec.replaceAll('\n', '\n                ')}
            status:
              type: object
              properties:
                ${status.replaceAll('\n', '\n                ')}
`
  )
  .join('')}`

const GONE = 'served: false'
const DEPRECATED = `served: true
deprecated: true
deprecationWarning: library.example/v1beta1 Loan is deprecated; use library.example/v1 Loan`

interface JsonChange {
  readonly kind: string
  readonly breaks: string
}

const EFFECTS: Readonly<Record<string, string>> = {yes: 'breaking', no: 'compatible', unknown: 'review'}

/** Compares two files, and returns each change with its effect. */
async function compare(older: string, newer: string): Promise<string[]> {
  const cwd = folder({'old.yaml': older, 'new.yaml': newer})
  const ran = await tenure(['diff', 'old.yaml', 'new.yaml', '--format', 'json', '--verbose'], {cwd})
  const {changes} = JSON.parse(ran.out) as {changes: readonly JsonChange[]}
  return changes.map(({kind, breaks}) => `${kind} ${EFFECTS[breaks]}`).toSorted()
}

const compareSpecs = (older: string, newer: string): Promise<string[]> =>
  compare(definition([{name: 'v1', spec: older}]), definition([{name: 'v1', spec: newer}]))

describe('the life of a version', () => {
  test.each(
    sample([
      ['added', [{name: 'v1'}, {name: 'v2'}], ['operation-added compatible']],
      ['added but not served', [{name: 'v1'}, {name: 'v2', more: GONE}], ['unserved-version-added compatible']],
      ['deprecated', [{name: 'v1', more: 'served: true\ndeprecated: true'}], ['deprecated compatible']],
      ['no longer served', [{name: 'v1', more: GONE}], ['version-not-served breaking']],
      ['removed', [{name: 'v2', more: GONE}], ['operation-removed breaking', 'unserved-version-added compatible']]
    ])
  )('%s', async (_, versions, changes) => {
    expect(await compare(definition([{name: 'v1'}]), definition(versions))).toEqual(changes)
  })

  test('no longer deprecated has no sunset either', async () => {
    const warning = 'deprecationWarning: library.example/v1 Loan will be removed on 2027-06-01'
    const older = definition([{name: 'v1', more: `served: true\ndeprecated: true\n${warning}`}])
    expect(await compare(older, definition([{name: 'v1'}]))).toEqual(['deprecation-withdrawn compatible'])
  })

  test('a version that was not served is removed without harm', async () => {
    const changes = await compare(definition([{name: 'v1'}, {name: 'v2', more: GONE}]), definition([{name: 'v1'}]))
    expect(changes).toEqual(['unserved-version-removed compatible'])
  })

  test('another scope breaks', async () => {
    const [old, fresh] = ['Namespaced', 'Cluster'].map(scope => definition([{name: 'v1'}], scope))
    expect(await compare(old ?? '', fresh ?? '')).toEqual(['scope-changed breaking'])
  })

  test('an empty scope of a v1beta1 is the default, with no problem', async () => {
    const [empty, written] = ['""', 'Namespaced'].map(scope =>
      definition([{name: 'v1'}], scope).replace('k8s.io/v1', 'k8s.io/v1beta1')
    )
    const cwd = folder({'old.yaml': empty ?? '', 'new.yaml': written ?? ''})
    const ran = await tenure(['diff', 'old.yaml', 'new.yaml', '--fail-on=undetermined'], {cwd})
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining('No changes')])
  })

  test.each([
    ['', ', categories: [all, library, desks]', 'changed from none to `all`, `library`, and `desks`'],
    [', shortNames: [ln, lo]', ', shortNames: []', 'changed from `ln` and `lo` to none']
  ])('a list of names has all of them: %j and %j', async (old, fresh, sentence) => {
    const [older, newer] = [old, fresh].map(names =>
      definition([{name: 'v1'}]).replace('plural: loans}', `plural: loans${names}}`)
    )
    const cwd = folder({'old.yaml': older ?? '', 'new.yaml': newer ?? ''})
    expect((await tenure(['diff', 'old.yaml', 'new.yaml', '--verbose'], {cwd})).out).toContain(sentence)
  })
})

describe('how resources are stored, converted, and called', () => {
  const WEBHOOK = 'conversion: {strategy: Webhook, webhook: {clientConfig: {url: "https://library.example"}}}'
  const stored = (name: string, spec = BOOK, served = true): Version => ({
    name,
    spec,
    more: `served: ${served}\nstorage: true`
  })
  const other = (name: string, spec = BOOK, served = true): Version => ({
    name,
    spec,
    more: `served: ${served}\nstorage: false`
  })
  const under = (more: string, versions: readonly Version[]): string =>
    definition(versions).replace('  scope:', `  ${more}\n  scope:`)
  const named = (names: string): string =>
    definition([{name: 'v1'}]).replace('plural: loans}', `plural: loans${names}}`)
  const PLACE = 'place: {type: string}'

  test.each(
    sample([
      [
        'the stored version leaves, which is not served',
        definition([stored('v1alpha1', BOOK, false), other('v1')]),
        definition([stored('v1')]),
        ['storage-version-removed review', 'unserved-version-removed compatible']
      ],
      [
        'the stored version leaves, which is served',
        definition([stored('v1beta1'), other('v1')]),
        definition([stored('v1')]),
        ['operation-removed breaking', 'storage-version-removed review']
      ],
      [
        'a version that was not stored leaves',
        definition([other('v1alpha1', BOOK, false), stored('v1')]),
        definition([stored('v1')]),
        ['unserved-version-removed compatible']
      ],
      [
        'another version with the same fields is stored',
        definition([stored('v1beta1'), other('v1')]),
        definition([other('v1beta1'), stored('v1')]),
        ['storage-version-changed compatible', 'storage-version-changed compatible']
      ],
      [
        'a version is stored that the older release did not serve',
        definition([stored('v1')]),
        definition([other('v1'), stored('v2')]),
        ['operation-added compatible', 'storage-version-changed review']
      ],
      [
        'a version with other fields is stored, without a webhook',
        definition([stored('v1'), other('v2', PLACE)]),
        definition([other('v1'), stored('v2', PLACE)]),
        ['storage-version-changed review', 'storage-version-changed review']
      ],
      [
        'a version with other fields is stored, with a webhook',
        under(WEBHOOK, [stored('v1'), other('v2', PLACE)]),
        under(WEBHOOK, [other('v1'), stored('v2', PLACE)]),
        ['storage-version-changed compatible', 'storage-version-changed compatible']
      ],
      [
        'no version is called stored any more',
        definition([stored('v1'), other('v2')]),
        definition([{name: 'v1'}, {name: 'v2'}]),
        ['storage-version-changed review', 'storage-version-changed review']
      ],
      [
        'a stored version that is not served has fewer fields',
        definition([stored('v0', BOOK, false), other('v1')]),
        definition([stored('v0', PLACE, false), other('v1')]),
        ['storage-version-changed review']
      ],
      [
        'a stored version that is not served has more fields',
        definition([stored('v0', BOOK, false), other('v1')]),
        definition([stored('v0', `${BOOK}\n${PLACE}`, false), other('v1')]),
        []
      ],
      ['the only version is not called stored', definition([stored('v1')]), definition([{name: 'v1'}]), []],
      [
        'no webhook converts any more',
        under(WEBHOOK, [stored('v1'), other('v2', PLACE)]),
        definition([stored('v1'), other('v2', PLACE)]),
        ['conversion-changed review', 'conversion-changed review']
      ],
      [
        'no webhook converts versions with the same fields',
        under(WEBHOOK, [stored('v1'), other('v2')]),
        under('conversion: {strategy: None}', [stored('v1'), other('v2')]),
        ['conversion-changed compatible', 'conversion-changed compatible']
      ],
      ['no webhook converts the only version', under(WEBHOOK, [stored('v1')]), definition([stored('v1')]), []],
      ['a short name leaves', named(', shortNames: [ln]'), named(''), ['names-changed review']],
      [
        'a short name comes',
        named(', shortNames: [ln]'),
        named(', shortNames: [ln, lo]'),
        ['names-changed compatible']
      ],
      ['a category leaves', named(', categories: [all]'), named(', categories: []'), ['names-changed review']],
      ['another singular', named(''), named(', singular: lending'), ['names-changed review']],
      ['another kind of lists', named(''), named(', listKind: Loans'), ['names-changed review']],
      ['names as the server fills them in', named(''), named(', singular: loan, listKind: LoanList'), []],
      ['empty names, which the server fills in', named(', singular: "", listKind: ""'), named(''), []]
    ])
  )('%s', async (_, older, newer, changes) => {
    expect(await compare(older, newer)).toEqual(changes)
  })

  test('a stored version that leaves is named, with what servers ask for', async () => {
    const [older, newer] = [definition([stored('v1alpha1', BOOK, false), other('v1')]), definition([stored('v1')])]
    const cwd = folder({'old.yaml': older, 'new.yaml': newer})
    const ran = await tenure(['diff', 'old.yaml', 'new.yaml', '--policy', 'kubernetes', '--fail-on=undetermined'], {
      cwd
    })
    expect(ran.code).toBe(3)
    expect(ran.out).toContain(
      '`library.example/v1 Loan` was stored as `v1alpha1`, which is no longer listed, so servers refuse the definition until stored resources are migrated.'
    )
  })
})

/** A definition in the form of `apiextensions.k8s.io/v1beta1`: one version, with other keys of `spec`. */
const early = (spec: string, properties = 'book: {type: string}'): string => `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: loans.library.example}
spec:
  group: library.example
  names: {kind: Loan, plural: loans}
  scope: Namespaced
  version: v1
  ${spec}
  additionalPrinterColumns: [{name: Book, type: string, JSONPath: .spec.book}]
  validation:
    openAPIV3Schema:
      type: object
      properties:
        spec: {type: object, properties: {${properties}}}
        status: {type: object, properties: {${properties}}}
`

describe('definitions before `apiextensions.k8s.io/v1`', () => {
  const MORE = 'book: {type: string}, due: {type: string}'
  const PRUNED = 'preserveUnknownFields: false'
  const TODAY = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: library.example
  names: {kind: Loan, plural: loans}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {book: {type: string}}}
            status: {type: object, properties: {book: {type: string}}}
`

  test.each(
    sample([
      [
        'a field leaves, and is kept',
        early('', MORE),
        early(''),
        ['field-removed breaking', 'field-undocumented review']
      ],
      [
        'a field leaves, and is dropped',
        early(PRUNED, MORE),
        early(PRUNED),
        ['field-removed breaking', 'field-removed breaking']
      ],
      [
        'a field that is kept has another type',
        early('', 'book: {type: string}'),
        early('', 'book: {type: integer}'),
        ['type-changed breaking', 'type-changed breaking']
      ],
      ['unknown fields are dropped', early(''), early(PRUNED), ['unknown-fields-dropped review']],
      [
        'unknown fields are kept',
        early(PRUNED),
        early('preserveUnknownFields: true'),
        ['unknown-fields-kept compatible']
      ],
      ['a default is written out', early(''), early('preserveUnknownFields: true'), []],
      [
        'a first schema limits its fields, and closes nothing',
        early('').replace(/ {2}validation:.*/s, ''),
        early(''),
        ['constraint-changed breaking', 'constraint-changed review', 'field-added compatible']
      ],
      [
        'a first schema of an object that was kept as a whole',
        early('')
          .replace('{book: {type: string}}}\n        status', '{}}\n        status')
          .replace(', properties: {}', ''),
        early(''),
        ['constraint-changed breaking']
      ],
      [
        'a first schema of a definition that drops unknown fields',
        early(PRUNED).replace('spec: {type: object, properties: {book: {type: string}}}', 'spec: {type: object}'),
        early(PRUNED),
        ['field-added compatible']
      ],
      ['other columns are printed', early(''), early('').replace('name: Book', 'name: Copy'), []],
      ['the same in the form of today', early(PRUNED), TODAY, []],
      ['the form of today, which keeps nothing', early(''), TODAY, ['unknown-fields-dropped review']]
    ])
  )('%s', async (_, older, newer, changes) => {
    expect(await compare(older, newer)).toEqual(changes)
  })

  test('a first schema is shown by a value that its fields reject', async () => {
    const cwd = folder({'old.yaml': early('').replace(/ {2}validation:.*/s, ''), 'new.yaml': early('')})
    const {out} = await tenure(['diff', 'old.yaml', 'new.yaml', '--verbose'], {cwd})
    expect(out).toContain(
      "`spec` of `library.example/v1 Loan` is now documented; values that don't match its schema are rejected."
    )
    expect(out).not.toMatch(/metadata|"other"/)
  })
})

describe('the schema of a version', () => {
  test.each(
    sample([
      [
        'a field that leaves is dropped by the server',
        `${BOOK}\ndue: {type: string}`,
        BOOK,
        ['field-removed breaking']
      ],
      ['an optional field', BOOK, `${BOOK}\ndue: {type: string}`, ['field-added compatible']],
      [
        'a field in place of unknown ones that are kept',
        'extra: {type: object, x-kubernetes-preserve-unknown-fields: true}',
        'extra: {type: object, properties: {note: {type: string}}}',
        ['constraint-changed breaking', 'object-closed breaking']
      ],
      [
        'integers or texts become texts',
        'due: {x-kubernetes-int-or-string: true}',
        'due: {type: string}',
        ['composition-changed compatible', 'type-changed breaking']
      ],
      [
        'a list becomes a set',
        'tags: {type: array, items: {type: string}}',
        'tags: {type: array, items: {type: string}, x-kubernetes-list-type: set}',
        ['constraint-tightened breaking', 'list-type-changed review']
      ],
      [
        'a list that says what applies anyway',
        'tags: {type: array, items: {type: string}}',
        'tags: {type: array, items: {type: string}, x-kubernetes-list-type: atomic}',
        []
      ],
      [
        'other keys of a list',
        'copies: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a], items: {type: object, properties: {a: {type: string}, b: {type: string}}}}',
        'copies: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b], items: {type: object, properties: {a: {type: string}, b: {type: string}}}}',
        ['list-type-changed review']
      ],
      [
        'a new rule',
        'due: {type: string}',
        'due: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}',
        ['validation-rules-changed review']
      ],
      [
        'one rule fewer',
        'due: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}',
        'due: {type: string}',
        ['validation-rules-changed compatible']
      ],
      [
        'a rule with another message',
        'due: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: No.}]}',
        'due: {type: string, x-kubernetes-validations: [{rule: self ==  oldSelf, message: Never.}]}',
        []
      ],
      [
        'an object that becomes a whole resource',
        'template: {type: object, x-kubernetes-preserve-unknown-fields: true}',
        'template: {type: object, x-kubernetes-preserve-unknown-fields: true, x-kubernetes-embedded-resource: true}',
        ['field-required breaking', 'field-required breaking']
      ],
      [
        'a resource whose metadata is mentioned',
        'template: {type: object, x-kubernetes-embedded-resource: true}',
        'template: {type: object, x-kubernetes-embedded-resource: true, properties: {metadata: {type: object}}}',
        []
      ],
      [
        'a field that leaves an object that keeps unknown ones',
        'extra: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {note: {type: string}}}',
        'extra: {type: object, x-kubernetes-preserve-unknown-fields: true}',
        ['field-undocumented review']
      ],
      [
        'null in place of integers or texts',
        'due: {x-kubernetes-int-or-string: true, nullable: true}',
        'due: {x-kubernetes-int-or-string: true}',
        expect.arrayContaining([expect.stringContaining('breaking')])
      ],
      [
        'a required field that the server fills in',
        'reader: {type: object, properties: {name: {type: string}}}',
        'reader: {type: object, required: [card], properties: {name: {type: string}, card: {type: string, default: none}}}',
        ['field-added compatible']
      ],
      [
        'a required field that the server no longer fills in',
        'reader: {type: object, required: [card], properties: {card: {type: string, default: none}}}',
        'reader: {type: object, required: [card], properties: {card: {type: string}}}',
        ['field-required breaking']
      ],
      [
        'a rule that is evaluated at creation, too',
        'due: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}',
        'due: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, optionalOldSelf: true}]}',
        ['validation-rules-changed review']
      ],
      [
        'a field whose description deprecates it',
        'due: {type: string, description: When it ends.}',
        'due: {type: string, description: "When it ends. \\n Deprecated: use until."}',
        expect.arrayContaining(['deprecated compatible'])
      ],
      [
        'a field whose description deprecates it, in the one line that a generator makes of a comment',
        'due: {type: string, description: When it ends.}',
        'due: {type: string, description: "When it ends. Deprecated: use until."}',
        expect.arrayContaining(['deprecated compatible'])
      ],
      [
        'a field whose description only names the mark',
        'due: {type: string, description: When it ends.}',
        'due: {type: string, description: "When it ends, and is never Deprecated: see until."}',
        expect.not.arrayContaining(['deprecated compatible'])
      ]
    ])
  )('%s', async (_, older, newer, changes) => {
    expect(await compareSpecs(older, newer)).toEqual(changes)
  })

  test.each(
    sample([
      ['a value more', 'phase: {type: string, enum: [Lent]}', 'phase: {type: string, enum: [Lent, Lost]}', 'review'],
      [
        'a rule more',
        'phase: {type: string}',
        'phase: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}',
        'compatible'
      ],
      [
        'a rule less',
        'phase: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}',
        'phase: {type: string}',
        'review'
      ],
      ['a field less', 'phase: {type: string}\nsince: {type: string}', 'phase: {type: string}', 'breaking'],
      ['a field more', 'phase: {type: string}', 'phase: {type: string}\nsince: {type: string}', 'compatible']
    ])
  )('a status is returned: %s', async (_, older, newer, effect) => {
    const [was, is] = [older, newer].map(status => definition([{name: 'v1', status}]))
    const changes = await compare(was ?? '', is ?? '')
    expect(changes.map(each => each.split(' ')[1])).toEqual([effect])
  })

  test('a status without its list of values is judged as one with a value more', async () => {
    const [older, more, any] = [
      '{type: string, enum: [LENT]}',
      '{type: string, enum: [LENT, BACK]}',
      '{type: string}'
    ].map(phase => definition([{name: 'v1', status: `phase: ${phase}`}]))
    const cwd = folder({'old.yaml': older ?? '', 'more.yaml': more ?? '', 'any.yaml': any ?? ''})
    for (const newer of ['more.yaml', 'any.yaml']) {
      const ran = await tenure(['diff', 'old.yaml', newer, '--policy', 'kubernetes'], {cwd})
      expect(ran.out).toContain('1 change undetermined')
    }
    const decided = 'format: 1\nname: p\nextends: kubernetes\ncompatibility: {value-added: compatible}\n'
    const own = folder({'old.yaml': older ?? '', 'any.yaml': any ?? '', 'policy.yaml': decided})
    const ran = await tenure(['diff', 'old.yaml', 'any.yaml', '--policy', 'policy.yaml'], {cwd: own})
    expect(ran.out).toContain('1 compatible change')
  })
})

describe('a status', () => {
  const SEPARATE = 'served: true\nsubresources: {status: {}}'
  const compareStatus = (older: string, newer: string, more = 'served: true'): Promise<string[]> =>
    compare(definition([{name: 'v1', more, status: older}]), definition([{name: 'v1', more, status: newer}]))
  const [WIDE, NARROW] = ['copies: {type: integer, maximum: 9}', 'copies: {type: integer, maximum: 5}']

  test('without a subresource is sent with the resource, so a tighter limit of it needs review', async () => {
    expect(await compareStatus(WIDE, NARROW)).toEqual([
      'constraint-tightened compatible',
      'constraint-tightened review'
    ])
    expect(await compareStatus(NARROW, WIDE)).toEqual(['constraint-loosened breaking'])
    expect(await compareStatus(WIDE, 'copies: {type: string}')).toEqual(['type-changed breaking'])
  })

  test('with a subresource is returned only', async () => {
    expect(await compareStatus(WIDE, NARROW, SEPARATE)).toEqual(['constraint-tightened compatible'])
  })

  test.each(['served: true', SEPARATE])('that every resource must have breaks what is sent: %s', async more => {
    const older = definition([{name: 'v1', more}])
    const newer = older.replace('required: [spec]', 'required: [spec, status]')
    expect(await compare(older, newer)).toEqual(['field-required breaking', 'field-required compatible'])
  })

  test('can have higher limits under `kubernetes`, and what clients send can have no lower ones', async () => {
    const files = {
      'narrow.yaml': definition([{name: 'v1', status: NARROW, spec: WIDE}]),
      'wide.yaml': definition([{name: 'v1', status: WIDE, spec: WIDE}]),
      'tight.yaml': definition([{name: 'v1', status: NARROW, spec: NARROW}])
    }
    const diff = (newer: string) =>
      tenure(['diff', 'narrow.yaml', newer, '--policy', 'kubernetes', '--fail-on=undetermined'], {cwd: folder(files)})
    expect(await diff('wide.yaml')).toMatchObject({code: 0})
    expect(await diff('tight.yaml')).toMatchObject({code: 1})
  })
})

test.each([
  [
    'shorter names',
    '{type: object, properties: {name: {type: string, maxLength: 63}}}',
    ['constraint-tightened breaking']
  ],
  ['names as long as the server allows', '{type: object, properties: {name: {type: string, maxLength: 253}}}', []],
  ['a description of its metadata', '{type: object, description: What all objects have.}', []]
])('a definition can ask for %s', async (_, metadata, changes) => {
  const older = definition([{name: 'v1'}])
  const newer = older.replace('metadata: {type: object}', `metadata: ${metadata}`)
  expect((await compare(older, newer)).filter(each => !each.startsWith('documentation'))).toEqual(changes)
})

const TWO = definition([{name: 'v1beta1'}, {name: 'v1'}])
const MARKED = definition([{name: 'v1beta1', more: DEPRECATED}, {name: 'v1'}])
const ENDED = definition([{name: 'v1beta1', more: GONE}, {name: 'v1'}])
const CONFIG = 'format: 1\nspec: crds.yaml\nhistory: history.yaml\npolicy: kubernetes\n'

test('a change that stops serving a version is held against the notice of its marker', async () => {
  const history = `format: 1
service: Loans
releases:
  - release: '1.1'
    date: 2025-03-01
    changes:
      - deprecated: library.example/v1beta1 Loan
  - release: '1.0'
    date: 2025-01-01
    changes:
      - added: library.example/v1beta1 Loan
      - added: library.example/v1 Loan
`
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': CONFIG, 'crds.yaml': MARKED, 'history.yaml': history}]],
    branch: [['2025-04-01', {'crds.yaml': ENDED}]]
  })
  const checked = await tenure(['check', '--as-of', '2025-05-01'], {cwd})
  expect(checked.code).toBe(1)
  expect(checked.out).toContain('The policy requires 9 months or 3 releases, whichever is longer.')
  expect(checked.out).toContain('Replacement: `library.example/v1 Loan`')
  expect(checked.out).toContain('crds.yaml:13:7')
  const recorded = await tenure(['record', '--release', '2.0', '--date', '2025-05-01', '--base', 'main'], {cwd})
  expect(recorded).toMatchObject({code: 0, err: ''})
  expect(readFileSync(`${cwd}/history.yaml`, 'utf8')).toContain('removed: library.example/v1beta1 Loan')
})

const releases = {
  '1.0.yaml': TWO,
  '1.1.yaml': MARKED,
  '2.0.yaml': ENDED,
  'releases.json': JSON.stringify({
    service: 'Loans',
    releases: [
      {version: '1.0', date: '2025-01-01', file: '1.0.yaml'},
      {version: '1.1', date: '2025-03-01', file: '1.1.yaml'},
      {version: '2.0', date: '2025-07-01', file: '2.0.yaml'}
    ]
  })
}

test.each(
  sample([
    ['audit . --policy kubernetes', '4 months and 1 release after its deprecation in 1.1'],
    ['changelog .', '- `library.example/v1beta1 Loan` is no longer served'],
    ['changelog .', '| Name                      | Since          | Notes |'],
    ['notes 2.0', '`library.example/v1beta1 Loan` is no longer served'],
    ['upgrade 1.0 2.0', 'Replace `library.example/v1beta1 Loan` with `library.example/v1 Loan`'],
    ['deprecate `library.example/v1 Loan`', 'deprecationWarning']
  ])
)('commands on releases read definitions: %s', async (line, text) => {
  const args = line.startsWith('deprecate') ? ['deprecate', 'library.example/v1 Loan'] : line.split(' ')
  const cwd = folder({...releases, ...(line.startsWith('deprecate') ? {'history.yaml': HISTORY} : {})})
  const ran = await tenure([...args, ...(line.startsWith('deprecate') ? ['--dry-run'] : []), '--as-of', '2025-12-01'], {
    cwd
  })
  expect(ran.out).toContain(text)
})

const HISTORY = `service: Loans
releases:
  - release: '1.0'
    date: 2025-01-01
    changes:
      - added: library.example/v1 Loan
`

describe('pages about several resources have no words of HTTP', () => {
  const several = (versions: readonly Version[]): string =>
    ['Loan', 'Fee', 'Book', 'Shelf'].map(kind => definition(versions).replaceAll('Loan', kind)).join('---\n')
  const due = `${BOOK}\ndue: {type: string}`
  const files = {
    '1.0.yaml': several([{name: 'v1alpha1'}, {name: 'v1'}]),
    '2.0.yaml': several([{name: 'v1', spec: due}]),
    'releases.json': JSON.stringify({
      service: 'Library',
      releases: [
        {version: '1.0', date: '2025-01-01', file: '1.0.yaml'},
        {version: '2.0', date: '2026-03-01', file: '2.0.yaml'}
      ]
    })
  }

  test.each(
    sample([
      ['audit . --policy kubernetes', '`/library.example/v1alpha1/**` (4 resources)'],
      ['changelog .', '## Resources'],
      ['notes 2.0', '`Loan`, `Fee`, `Book`, and `Shelf`: added the optional field `spec.due`.'],
      ['notes 1.0', 'with 8 resources'],
      ['upgrade 1.0 2.0', '`Shelf` of `library.example/v1alpha1`'],
      ['diff 1.0.yaml 2.0.yaml', 'Removed `Book`, `Fee`, `Loan`, and `Shelf` of `library.example/v1alpha1`.'],
      ['diff 1.0.yaml 2.0.yaml --format markdown', '`Book`, `Fee`, `Loan`, and `Shelf` of `library.example/v1`: added']
    ])
  )('%s', async (line, text) => {
    const {out} = await tenure([...line.split(' '), '--as-of', '2026-05-01'], {cwd: folder(files)})
    expect(out).toContain(text)
    expect(out).not.toMatch(/endpoint|operations|\bpaths?\b/i)
  })
})

test('init finds definitions, also next to an OpenAPI description, and no templates', async () => {
  const openapi =
    'openapi: 3.0.0\ninfo: {title: Fees, version: "1"}\npaths: {/fees: {get: {responses: {200: {description: Fees}}}}}\n'
  const template = TWO.replace('loans.library.example', '{{ .Release.Name }}.library.example')
  const cwd = folder({
    'charts/templates/crd-loans.yaml': template,
    'config/crd/bases/library.example_loans.yaml': TWO,
    'openapi.yaml': openapi
  })
  const ran = await tenure(['init', '--dry-run'], {cwd})
  expect(ran.out).not.toContain('charts')
  for (const path of ['config/crd/bases/library.example_loans.yaml', 'openapi.yaml'])
    expect(ran.out).toContain(`spec: ${path}`)
})

test('the site draws versions by their names', async () => {
  const cwd = folder(releases)
  const context = {...CONTEXT, ...openWorkspace(cwd, {})}
  const session = await openSource({source: '.', 'as-of': '2025-12-01'}, context)
  const page = renderSite(siteOf(session, {}, context), {script: '', style: ''})
  expect(page).toContain('library.example/v1beta1 Loan')
})

test.each([
  [
    'neither group nor kind',
    'kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\nspec: {}\n',
    'has no CustomResourceDefinition'
  ],
  ['malformed YAML', `${TWO}  versions: [\n`, 'new.yaml:']
])('a file with %s is refused', async (_, text, message) => {
  const cwd = folder({'old.yaml': TWO, 'new.yaml': text})
  const ran = await tenure(['diff', 'old.yaml', 'new.yaml'], {cwd})
  expect(ran.code).toBe(2)
  expect(ran.err).toContain(message)
})

test.each(sample(['github', 'sarif', 'junit', 'gitlab']))('the format %s says what changed', async format => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': 'format: 1\nspec: crds.yaml\n', 'crds.yaml': definition([{name: 'v1'}])}]],
    branch: [['2025-04-01', {'crds.yaml': definition([{name: 'v1'}], 'Cluster')}]]
  })
  const ran = await tenure(['check', '--as-of', '2025-05-01', '--policy', 'kubernetes', '--format', format], {cwd})
  expect(ran.out).toContain('The scope of `library.example/v1 Loan` changed from `Namespaced` to `Cluster`.')
})

describe('what a server would reject is not compared in silence', () => {
  const v1 = definition([{name: 'v1'}])
  test.each(
    sample([
      ['a version without a schema', v1.replace(/ {6}schema:.*/s, ''), ':13:7', '`v1` has no `schema.openAPIV3Schema`'],
      [
        'a misspelled schema',
        v1.replace('openAPIV3Schema', 'openApiV3Schema'),
        ':13:7',
        '`v1` has no `schema.openAPIV3Schema`'
      ],
      [
        'a schema that is no object',
        v1.replace(/openAPIV3Schema:.*/s, 'openAPIV3Schema: loan\n'),
        ':13:7',
        '`v1` has no `schema'
      ],
      [
        'a text as a flag',
        v1.replace('served: true', 'served: "false"'),
        ':14:7',
        '`served` of `v1` is neither `true` nor `false`'
      ],
      [
        'no flag',
        v1.replace('served: true', 'storage: true'),
        ':13:7',
        '`served` of `v1` is neither `true` nor `false`'
      ],
      [
        'a text as the flag of a field',
        v1.replace('book: {', 'book: {x-kubernetes-int-or-string: yes, '),
        ':24:24',
        '`x-kubernetes-int-or-string` is neither `true` nor `false`'
      ],
      [
        'one rule in place of a list',
        v1.replace('book: {', 'book: {x-kubernetes-validations: {rule: self}, '),
        ':24:24',
        "`x-kubernetes-validations` isn't a list of rules"
      ],
      [
        'a list of subresources',
        v1.replace('served: true', 'served: true\n      subresources: [status]'),
        ':15:7',
        "`subresources` of `v1` isn't an object"
      ],
      ['a version twice', v1.replace(/( {4}- name: v1\n.*)/s, '$1$1'), ':29:7', '`v1` is listed twice'],
      ['another format', v1.replace('k8s.io/v1', 'k8s.io/v2'), ':5:1', '`apiextensions.k8s.io/v1` or `v1beta1`'],
      [
        'a text as a flag of storage',
        v1.replace('served: true', 'served: true\n      storage: "true"'),
        ':15:7',
        '`storage` is neither `true` nor `false`'
      ],
      [
        'no stored version',
        v1.replace('served: true', 'served: true\n      storage: false'),
        ':12:3',
        'No version has `storage: true`'
      ],
      [
        'two stored versions',
        definition([
          {name: 'v1', more: 'served: true\nstorage: true'},
          {name: 'v2', more: 'served: true\nstorage: true'}
        ]),
        ':12:3',
        'Several versions have `storage: true`'
      ],
      [
        'a text in place of the schema of a field',
        v1.replace('book: {type: string}', 'book: string'),
        ':24:17',
        '`book` must be a schema, not text.'
      ],
      [
        'another scope',
        v1.replace('Namespaced', 'namespaced'),
        ':11:3',
        '`scope` is neither `Namespaced` nor `Cluster`'
      ],
      [
        'another name than that of its resources',
        v1.replace('name: loans', 'name: loan'),
        ':7:12',
        'is `loan.library.example`, and not `loans.library.example`'
      ],
      ['a text as a list', v1.replace('loans}', 'loans, shortNames: ln}'), ':10:38', '`shortNames` is no list'],
      [
        'an unknown conversion',
        v1.replace('  scope', '  conversion: {strategy: Hook}\n  scope'),
        ':11:16',
        '`strategy` is neither `None` nor `Webhook`'
      ],
      [
        'a webhook without an address',
        v1.replace('  scope', '  conversion: {strategy: Webhook}\n  scope'),
        ':11:3',
        'has no `clientConfig`'
      ]
    ])
  )('%s', async (_, newer, place, message) => {
    const config = 'format: 1\nspec: crds.yaml\npolicy: kubernetes\n'
    const cwd = await repositoryOf({
      main: [['2025-03-01', {'tenure.yaml': config, 'crds.yaml': v1}]],
      branch: [['2025-04-01', {'crds.yaml': newer}]]
    })
    const ran = await tenure(['check', '--as-of', '2025-05-01'], {cwd})
    expect(ran.code).toBe(2)
    expect(ran.out).toContain(message)
    expect(ran.out).toContain(`crds.yaml${place}`)
  })

  test('a status that leaves a schema that keeps all fields needs review, as other fields do', async () => {
    const open = 'type: object\n          x-kubernetes-preserve-unknown-fields: true\n'
    const newer = v1.replace(/type: object\n {10}required:.*/s, open)
    expect(await compare(v1, newer)).toContain('field-undocumented review')
    expect((await compare(v1, newer)).join()).not.toContain('breaking')
  })

  test('a status that leaves the schema is removed, also as a whole', async () => {
    const newer = definition([{name: 'v1'}]).replace(/ {12}status:.*/s, '')
    expect(await compare(v1, newer)).toEqual(['field-removed breaking'])
    expect(await compare(newer, v1)).toEqual(['field-added compatible'])
  })
})

test('another language on the other side is refused', async () => {
  const cwd = folder({'old.yaml': TWO, 'new.yaml': 'openapi: 3.0.0\ninfo: {title: A, version: "1"}\npaths: {}\n'})
  const ran = await tenure(['diff', 'new.yaml', 'old.yaml'], {cwd})
  expect(ran).toMatchObject({code: 2, err: expect.stringContaining('Name two of one kind')})
  write(cwd, {})
})

test.each(examplesOf('crd'))('the example of `%s` shows that kind', async (kind, example) => {
  const {old, new: newer} = splitExample(example)
  const kinds = (await compare(old, newer)).map(each => each.split(' ')[0])
  expect(kinds).toContain(kind)
})

test('a deleted file of definitions counts as the removal of all their versions', async () => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': CONFIG, 'crds.yaml': TWO, 'history.yaml': HISTORY}]],
    branch: [['2025-04-01', {'crds.yaml': DELETED}]]
  })
  const checked = await tenure(['check', '--as-of', '2025-05-01'], {cwd})
  expect(checked.code).toBe(1)
  for (const name of ['v1', 'v1beta1']) expect(checked.out).toContain(`library.example/${name} Loan`)
})

test('an OpenAPI description of a server with operations for definitions is no definition', () => {
  const kind = '{"group": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "version": "v1"}'
  const json = `{"swagger": "2.0", "info": {"title": "Cluster", "version": "1"}, "paths": {"/apis/apiextensions.k8s.io/v1/definitions": {"post": {"x-kubernetes-group-version-kind": ${kind}, "responses": {"200": {"description": "Made"}}}}}}`
  const yaml = `openapi: 3.0.3\ninfo: {title: Cluster, version: '1'}\npaths:\n  /apis/apiextensions.k8s.io/v1/definitions:\n    post:\n      x-kubernetes-group-version-kind:\n        kind: CustomResourceDefinition\n      responses: {'200': {description: Made}}\n`
  for (const text of [json, json.replace('"swagger"', '"paths": {}, "swagger"'), yaml])
    expect(crdReader.detect?.(Buffer.from(text))).toBe(false)
})
