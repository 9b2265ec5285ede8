// Properties that hold for all documents.

import {readFileSync, statSync} from 'node:fs'
import {basename, join} from 'node:path'
import fc from 'fast-check'
import {dump} from 'js-yaml'
import {afterAll, describe, expect, test} from 'vitest'
import type {Change, ChangeKind} from '../../../../src/model/api/change.ts'
import {judgeChanges} from '../../../../src/policy/compatibility/compatibility.ts'
import {OPENAPI_CATALOG, splitExample} from '../../../kind-catalog.ts'
import {policyOf} from '../../../reading.ts'
import {isFullRun, sample, tries} from '../../../tier.ts'
import {describeChanges, diffDocuments, operationKey, type Written} from './comparing.ts'
import {CORPUS, LENDING, pairsOf, parsed} from './documents.ts'
import {edited, inlineReferences, type Raw, reordered} from './edits.ts'
import {findAsymmetry} from './reverse-changes.ts'

const EXAMPLES = Object.entries(OPENAPI_CATALOG).flatMap(([kind, {example}]) => {
  if (example === undefined) return []
  const {old, new: newer} = splitExample(example)
  return [{kind, old: parsedText(old), new: parsedText(newer)}]
})
const DOCUMENTS = Object.entries(LENDING).map(([name, document]) => ({name, document}))
const numbers = fc.array(fc.nat({max: 0x3fffffff}), {minLength: 1, maxLength: 4})
const RUNS = tries(150)

function parsedText(text: string): Raw {
  return JSON.parse(JSON.stringify(parsed(text, 'example.yaml'))) as Raw
}

/** The newer document, with objects that are equal to those of the older one replaced by the older objects. */
function shared(older: unknown, newer: unknown, depth: number): unknown {
  if (typeof older !== 'object' || typeof newer !== 'object' || older === null || newer === null) return newer
  if (JSON.stringify(older) === JSON.stringify(newer)) return older
  if (depth === 0 || Array.isArray(newer)) return newer
  const before = older as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(newer).map(([key, value]) => [key, shared(before[key], value, depth - 1)]))
}

interface Edit {
  readonly after: Raw
  readonly changes: Change[]
}

/** Edits with their changes, because several laws use the same ones. */
const edits = new Map<string, Edit>()
afterAll(() => edits.clear())

function editOf(name: string, document: Raw, seeds: readonly number[]): Edit {
  const key = `${name} ${seeds.join()}`
  const known = edits.get(key)
  if (known) return known
  const after = edited(document, seeds)
  const edit = {after, changes: diffDocuments(document, after)}
  edits.set(key, edit)
  return edit
}

const SYMMETRIC = {unmatched: [], contradictory: []}
const expectMirror = (older: Written, newer: Written, changes = diffDocuments(older, newer)): void =>
  expect(findAsymmetry(changes, diffDocuments(newer, older))).toEqual(SYMMETRIC)

describe('a document has no changes against itself', () => {
  test.each(sample(DOCUMENTS))('$name', ({document}) => {
    expect(diffDocuments(document, structuredClone(document))).toEqual([])
    fc.assert(
      fc.property(numbers, seeds => {
        const after = edited(document, seeds)
        expect(diffDocuments(after, structuredClone(after))).toEqual([])
      }),
      {numRuns: RUNS}
    )
  })
})

describe('the reverse comparison finds the reverse changes', () => {
  test.each(EXAMPLES)('the example of $kind', ({old, new: newer}) => expectMirror(old, newer))
  test.each(sample(DOCUMENTS))('$name', ({name, document}) => {
    fc.assert(
      fc.property(numbers, seeds => {
        const {after, changes} = editOf(name, document, seeds)
        expectMirror(document, after, changes)
      }),
      {numRuns: RUNS}
    )
  })
})

describe('sharing equal parts between two documents does not change the result', () => {
  const expectSame = (older: Raw, newer: Raw): void => {
    const unshared = diffDocuments(structuredClone(older), structuredClone(newer))
    // At any depth, including the depth at which files are read member by member.
    for (const depth of [2, 3, 100]) expect(diffDocuments(older, shared(older, newer, depth) as Raw)).toEqual(unshared)
  }
  test.each(EXAMPLES)('the example of $kind', ({old, new: newer}) => expectSame(old, newer))
  test.each(sample(DOCUMENTS))('$name', ({document}) => {
    fc.assert(
      fc.property(numbers, seeds => void expectSame(document, edited(document, seeds))),
      {numRuns: Math.ceil(RUNS / 3)}
    )
  })
})

describe('the order of keys does not matter', () => {
  const expectSame = (older: Raw, newer: Raw, changes = diffDocuments(older, newer)): void =>
    expect(describeChanges(diffDocuments(reordered(older) as Raw, reordered(newer) as Raw))).toEqual(
      describeChanges(changes)
    )
  test.each(EXAMPLES)('the example of $kind', ({old, new: newer}) => expectSame(old, newer))
  test.each(sample(DOCUMENTS))('$name', ({name, document}) => {
    expect(diffDocuments(document, reordered(document) as Raw)).toEqual([])
    fc.assert(
      fc.property(numbers, seeds => {
        const {after, changes} = editOf(name, document, seeds)
        expectSame(document, after, changes)
      }),
      {numRuns: RUNS}
    )
  })
})

describe('YAML and JSON give the same result', () => {
  const inYaml = (document: Raw): string => dump(document, {noRefs: true})
  const inJson = (document: Raw): string => JSON.stringify(document)
  const expectSame = (older: Raw, newer: Raw): void => {
    const changes = diffDocuments(inJson(older), inJson(newer))
    expect(diffDocuments(inYaml(older), inYaml(newer))).toEqual(changes)
    expect(diffDocuments(inYaml(older), inJson(newer))).toEqual(changes)
  }
  test.each(EXAMPLES)('the example of $kind', ({old, new: newer}) => expectSame(old, newer))
  test.each(sample(DOCUMENTS))('$name', ({document}) => {
    expect(diffDocuments(inYaml(document), inJson(document))).toEqual([])
    fc.assert(
      fc.property(numbers, seeds => void expectSame(document, edited(document, seeds))),
      {numRuns: tries(40)}
    )
  })
})

describe('inlining references only changes places and names', () => {
  const policy = policyOf('thirteen-months')
  // The number and names of the reports may differ, but not who is affected, by what, and with which verdict.
  const effectsOf = (changes: readonly Change[]): string[] => {
    const facts = changes.filter(({kind}) => kind !== 'documentation-changed')
    const all = judgeChanges(facts, {policy, asOf: '2026-11-20'}).flatMap(({change: {kind, about}, rulings}) =>
      rulings.flatMap(({verdict, reaches}) =>
        reaches.map(({operation, side}) => {
          const word = kind.startsWith('alternative') ? '' : about
          return `${kind} ${word} ${operationKey(operation.target)} ${side} ${verdict}`
        })
      )
    )
    return [...new Set(all)].sort()
  }
  const expectSame = (older: Raw, newer: Raw, changes = diffDocuments(older, newer)): void =>
    expect(effectsOf(diffDocuments(inlineReferences(older), inlineReferences(newer)))).toEqual(effectsOf(changes))

  test('only circular references are left after inlining', () => {
    const references = (document: Raw): Set<string> => new Set(JSON.stringify(document).match(/"\$ref":"[^"]+"/g))
    for (const {document} of DOCUMENTS) {
      expect(references(document).size).toBeGreaterThan(5)
      expect(references(inlineReferences(document)).size).toBeLessThan(3)
    }
  })
  test.each(sample(DOCUMENTS))('$name has no changes against its inlined form', ({document}) => {
    expect(effectsOf(diffDocuments(document, inlineReferences(document)))).toEqual([])
    expect(effectsOf(diffDocuments(inlineReferences(document), document))).toEqual([])
  })
  test.each(EXAMPLES)('the example of $kind', ({old, new: newer}) => expectSame(old, newer))
  test.each(sample(DOCUMENTS))('$name', ({name, document}) => {
    fc.assert(
      fc.property(numbers, seeds => {
        const {after, changes} = editOf(name, document, seeds)
        expectSame(document, after, changes)
      }),
      {numRuns: RUNS}
    )
  })
})

describe.skipIf(CORPUS === undefined || !isFullRun)('real documents', () => {
  const FEW = 3
  const LARGE = 1_500_000
  const SERVICES = [
    'adyen-checkout',
    'datadog-v1',
    'docker-engine',
    'etcd',
    'harbor',
    'kubeflow-pipelines',
    'ory-kratos',
    'stripe'
  ]
  const PAIRS = SERVICES.flatMap(service => {
    const small = pairsOf(service).filter(pair => pair.every(path => statSync(path).size < LARGE))
    // Evenly distributed over the years.
    return small
      .filter((_, at) => at % Math.ceil(small.length / FEW) === 0)
      .map(([older, newer]) => ({service, from: basename(older), to: basename(newer), older, newer}))
  })

  test.each(sample(PAIRS))('$service $from, $to', ({older, newer}) => {
    const [was, is] = [parsed(readFileSync(older), older), parsed(readFileSync(newer), newer)]
    expect(diffDocuments(was, structuredClone(was))).toEqual([])
    const changes = diffDocuments(was, is)
    expect(findAsymmetry(changes, diffDocuments(is, was))).toEqual(SYMMETRIC)
    expect(describeChanges(diffDocuments(reordered(was) as Raw, reordered(is) as Raw))).toEqual(
      describeChanges(changes)
    )
  })

  const twin = (name: string): Raw => {
    const path = join(CORPUS as string, 'stripe', 'formats', `2019-06-27.${name}`)
    return parsed(readFileSync(path), path)
  }
  test.each(['openapi3', 'swagger2'])('%s in JSON and in YAML is the same', name => {
    expect(diffDocuments(twin(`${name}.json`), twin(`${name}.yaml`))).toEqual([])
    expect(diffDocuments(twin(`${name}.yaml`), twin(`${name}.json`))).toEqual([])
  })

  /**
   * The author of these files left out details in Swagger 2.0: lengths, patterns of maps, and security. OpenAPI 3 alone has
   * `nullable`, `anyOf` (in 2.0 a plain type, or an object with the fields of all alternatives), deep objects, a body in a
   * GET, and a server of one operation.
   */
  const EXPECTED_KINDS: Readonly<Record<'request' | 'response', readonly ChangeKind[]>> = {
    request: [
      'body-added',
      'composition-changed',
      'constraint-loosened',
      'constraint-tightened',
      'field-added',
      'format-changed',
      'media-type-added',
      'media-type-removed',
      'object-closed',
      'security-stricter',
      'serialization-changed',
      'server-added',
      'server-removed',
      'type-changed'
    ],
    response: [
      'composition-changed',
      'constraint-changed',
      'constraint-tightened',
      'field-added',
      'field-removed',
      'format-changed',
      'null-allowed',
      'type-changed'
    ]
  }
  test.each(['request', 'response'] as const)(
    'Swagger 2.0 and OpenAPI 3.0 files of one API only differ in known kinds in a %s',
    side => {
      const changes = diffDocuments(twin('swagger2.json'), twin('openapi3.json'))
      const kinds = new Set(
        changes.filter(({reaches}) => reaches.some(each => each.side === side)).map(({kind}) => kind)
      )
      kinds.delete('documentation-changed')
      expect([...kinds].sort()).toEqual(EXPECTED_KINDS[side].toSorted())
    }
  )

  test('Swagger 2.0 and OpenAPI 3.0 files of one API have the same operations, parameters, and responses', () => {
    const kinds = new Set(diffDocuments(twin('swagger2.json'), twin('openapi3.json')).map(({kind}) => kind))
    for (const kind of [...kinds].filter(each => !/^server-/.test(each) && each !== 'body-added'))
      expect(kind).not.toMatch(/^(operation|webhook|parameter|header|status|error-code|body|base-path)-/)
  })
})
