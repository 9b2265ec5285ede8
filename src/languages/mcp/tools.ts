import {findPositions} from '../../documents/pointer-positions.ts'
import {readJsonText} from '../../documents/read-document.ts'
import type {ReadProblem} from '../../model/api/read-problem.ts'
import {inputError} from '../../model/input-error.ts'
import {isRecord, own} from '../../model/json.ts'
import type {SourceLocation} from '../../model/location.ts'

/** A tool as its server lists it. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** What its annotations say about a call, with the defaults of the specification. */
  readonly hints: Readonly<Record<HintName, boolean>>
  readonly inputSchema: unknown
  readonly outputSchema: unknown
  readonly meta: Readonly<Record<string, unknown>>
  readonly pointer: string
}

/** The hints, and what applies where one is missing (specification of 2025-11-25). */
export const HINT_DEFAULTS = {readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true}
export type HintName = keyof typeof HINT_DEFAULTS

/** Where lists of tools stand: in a result, in an answer of JSON-RPC, or as the whole file. */
const LISTS = [['tools'], ['result', 'tools'], []] as const

export interface ToolFile {
  readonly title: string
  readonly tools: readonly Tool[]
  readonly problems: readonly ReadProblem[]
  readonly locate: (places: readonly SourceLocation[]) => SourceLocation[]
}

/** Reads the tools of a file. Throws an `InputError` if it has no list of tools. */
export function readTools(text: string, source: string): ToolFile {
  const root = readJsonText(text, source)?.value
  const found = LISTS.map(path => ({path, list: at(root, path)})).find(({list}) => isToolList(list))
  if (!found) throw inputError('The file has no list of tools, as `tools/list` returns it.', {source})
  const problems: ReadProblem[] = []
  const tools = new Map<string, Tool>()
  for (const [index, each] of (found.list as readonly unknown[]).entries()) {
    const pointer = `${found.path.map(key => `/${key}`).join('')}/${index}`
    const tool = readTool(each, pointer)
    if (!tool) problems.push({message: "The tool has no `name`, so it isn't read.", place: {source, pointer}})
    else if (tools.has(tool.name)) {
      problems.push({
        message: `The tool \`${tool.name}\` is listed twice. This one isn't read.`,
        place: {source, pointer}
      })
    } else tools.set(tool.name, tool)
  }
  if (at(root, ['nextCursor']) !== undefined || at(root, ['result', 'nextCursor']) !== undefined)
    problems.push({
      message: 'The list has a `nextCursor`, so it is one page of several. Write all tools into one file.',
      place: {source, pointer: '/nextCursor'}
    })
  const info = at(root, ['serverInfo', 'name'])
  return {
    title: typeof info === 'string' ? info : '',
    tools: [...tools.values()],
    problems,
    locate: places => locateIn(text, source, places)
  }
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((here, key) => (isRecord(here) ? own(here, key) : undefined), value)

/** Whether a value is a list of tools, which can be empty. */
const isToolList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(each => isRecord(each) && ('inputSchema' in each || 'name' in each))

function readTool(value: unknown, pointer: string): Tool | undefined {
  const name = at(value, ['name'])
  if (typeof name !== 'string' || name === '') return undefined
  const description = at(value, ['description'])
  const meta = at(value, ['_meta'])
  return {
    name,
    description: typeof description === 'string' ? description : '',
    hints: readHints(at(value, ['annotations'])),
    inputSchema: at(value, ['inputSchema']),
    outputSchema: at(value, ['outputSchema']),
    meta: isRecord(meta) ? meta : {},
    pointer
  }
}

/** The hints with their defaults. Two of them mean nothing for a tool that only reads. */
function readHints(annotations: unknown): Tool['hints'] {
  const hints = {...HINT_DEFAULTS}
  for (const name of Object.keys(hints) as HintName[]) {
    const written = at(annotations, [name])
    if (typeof written === 'boolean') hints[name] = written
  }
  return hints.readOnlyHint ? {...hints, destructiveHint: false, idempotentHint: true} : hints
}

function locateIn(text: string, source: string, places: readonly SourceLocation[]): SourceLocation[] {
  const isOpen = ({line, pointer, source: of}: SourceLocation): boolean =>
    line === undefined && pointer !== undefined && of === source
  const wanted = places.flatMap(place => (isOpen(place) ? [place.pointer ?? ''] : []))
  const found = wanted.length > 0 ? findPositions(text, 'json', [...new Set(wanted)]) : new Map()
  return places.map(place => (isOpen(place) ? {...place, ...found.get(place.pointer ?? '')} : place))
}
