// The parts that a description marks have the subjects that their changes have.
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import type {Description} from '../../src/descriptions/description.ts'
import {createDescriptionOpener} from '../../src/descriptions/readers.ts'
import {findFileTree} from '../../src/documents/file-tree.ts'
import {subjectKey} from '../../src/model/subject/subject.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {folder} from '../cli/run.ts'

/** Reads each file as a description. */
function open(files: Readonly<Record<string, string>>): Description[] {
  const cwd = folder(files)
  const workspace = openWorkspace(cwd, {})
  const read = createDescriptionOpener()
  return Object.keys(files).map(name => read(findFileTree(workspace, join(cwd, name), () => Buffer.from(''))))
}

const MARK = 'deprecated: true, x-deprecated-since: "2025-02-01", x-sunset: "2026-06-01", x-replaced-by: none'

const openapi = (mark: string) => `openapi: 3.0.3
info: {title: Library, version: "1"}
paths:
  /v1/loans:
    get:
      deprecated: true
      parameters: [{name: page, in: query, schema: {type: integer}${mark}}]
      responses:
        "200":
          description: OK
          headers: {X-Page: {schema: {type: string}${mark}}}
          content: {application/json: {schema: {type: object, properties: {
            due: {type: string${mark}},
            deprecated: {type: boolean},
            loan: {$ref: "#/components/schemas/Loan"}}}}}
components: {schemas: {Loan: {type: object, properties: {birthday: {type: string${mark}}, id: {type: string}}}}}
`
const crd = (mark: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: loans.library.example}
spec:
  group: library.example
  names: {kind: Loan, plural: loans}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {due: {type: string${mark}}}}}}}
`
const tools = (mark: string) =>
  JSON.stringify({
    tools: [
      {
        name: 'get_loan',
        description: 'Gets a loan.',
        inputSchema: {type: 'object', properties: {due: {type: 'string', ...(mark && {deprecated: true})}}}
      }
    ]
  })

describe('the marked parts of a description', () => {
  it.each([
    ['openapi.yaml', openapi, 4],
    ['loans.yaml', crd, 1],
    ['tools.json', tools, 1]
  ] as const)('have the subjects of their changes in %s', (name, write, count) => {
    const [older, newer] = open({[`old-${name}`]: write(''), [`new-${name}`]: write(`, ${MARK}`)}) as [
      Description,
      Description
    ]
    const changed = newer
      .describeSince(older)
      .changes.filter(({kind}) => kind === 'deprecated')
      .map(({subject}) => subjectKey(subject))
    const marks = newer.listPartMarks?.() ?? []
    expect(marks.map(({subject}) => subjectKey(subject)).toSorted()).toEqual(changed.toSorted())
    expect(marks).toHaveLength(count)
    expect(marks.every(({place}) => (place.line ?? 0) > 0)).toBe(true)
    expect(older.listPartMarks?.()).toEqual([])
  })

  it.each([
    ['openapi.yaml', openapi],
    ['loans.yaml', crd],
    ['tools.json', tools]
  ] as const)('lose their sunsets and replacements with their deprecations in %s', (name, write) => {
    const marked = write(`, ${MARK}`)
    const [older, newer] = open({[`old-${name}`]: marked, [`new-${name}`]: write('')}) as [Description, Description]
    const kinds = newer.describeSince(older).changes.map(({kind}) => kind)
    expect([...new Set(kinds)]).toEqual(['deprecation-withdrawn'])
  })

  it('say what each states', () => {
    const [description] = open({'openapi.yaml': openapi(`, ${MARK}`)})
    const stated = {deprecated: true, since: '2025-02-01', sunset: '2026-06-01', replacement: 'none'}
    expect(description?.listPartMarks?.().map(({described}) => described)).toEqual([stated, stated, stated, stated])
  })
})
