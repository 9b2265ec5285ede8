// What changed in the tools of GitHub's MCP server, release by release. Skipped without the real lists.
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {mcpReader} from '../../packages/mcp/src/reader.ts'
import {createTextFileTree} from '../../src/documents/file-tree.ts'
import {CORPUS} from './openapi/diff/documents.ts'

const folder = join(CORPUS ?? '', 'mcp-github')
const isHere = CORPUS !== undefined && existsSync(folder)
const changesFolder = join(folder, 'reference', 'changes')

interface KnownChanges {
  readonly old: string
  readonly new: string
  readonly toolsAdded: readonly string[]
  readonly toolsRemoved: readonly string[]
  readonly descriptionChanged: readonly string[]
  readonly input: readonly {readonly tool: string; readonly property: string; readonly change: string}[]
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
const open = mcpReader.createOpener()
const toolsOf = (release: string) => {
  const file = `${release}.json`
  return open(createTextFileTree(file, new Map([[file, readFileSync(join(folder, file), 'utf8')]])))
}

/** The kinds by which the answer names a change of an argument that another script found. */
const KINDS: Readonly<Record<string, RegExp>> = {
  removed: /^(?:field-removed|renamed)$/,
  'optional added': /^field-added$/,
  'required added': /^(?:required-field-added|renamed)$/,
  'became required': /^field-required$/,
  'became optional': /^field-optional$/,
  'enum values added': /^value-added$/,
  'enum values removed': /^value-removed$/,
  'enum set': /^constraint-tightened$/,
  default: /^default-/,
  minimum: /^constraint-/
}

const names = (kind: string, pairs: readonly {kind: string; subject: {target: {name?: string}}}[]): string[] =>
  pairs.flatMap(each => (each.kind === kind ? (each.subject.target.name ?? []) : [])).toSorted()

describe.skipIf(!isHere)('the history of the tools', () => {
  test.each(isHere ? readdirSync(changesFolder) : [])('%s', file => {
    const known = readJson<KnownChanges>(join(changesFolder, file))
    const {changes} = toolsOf(known.new).compareWith(toolsOf(known.old))
    expect(names('operation-added', changes)).toEqual([...known.toolsAdded].toSorted())
    expect(names('operation-removed', changes)).toEqual([...known.toolsRemoved].toSorted())
    expect(names('tool-description-changed', changes)).toEqual([...known.descriptionChanged].toSorted())
    for (const {tool, property, change} of known.input) {
      const found = changes.filter(
        ({subject, about, at, old, new: fresh}) =>
          subject.target.name === tool && [about, at, subject.part?.field, old, fresh].includes(property)
      )
      expect([tool, property, change, found.map(({kind}) => kind)]).toEqual([
        tool,
        property,
        change,
        expect.arrayContaining([expect.stringMatching(KINDS[change] ?? /^$/)])
      ])
    }
  })

  test('the aliases of tools end in the release in which their files are gone', () => {
    const {aliases} = readJson<{aliases: {old: string; lastInFiles: string | null; goneFromFiles: string | null}[]}>(
      join(folder, 'ground-truth.json')
    )
    const ended = aliases.filter(each => each.goneFromFiles !== null)
    expect(ended.length).toBe(22)
    for (const {old, lastInFiles, goneFromFiles} of ended) {
      const {changes} = toolsOf(goneFromFiles ?? '').compareWith(toolsOf(lastInFiles ?? ''))
      expect(names('operation-removed', changes)).toContain(old)
    }
  })
})
