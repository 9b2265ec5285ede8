import {basename, parse} from 'node:path'
import {createPlaceFinder} from '@tenure/core/documents/pointer-positions'
import {readJsonText} from '@tenure/core/documents/read-document'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {inputError} from '@tenure/core/model/input-error'
import {isRecord, ownAt} from '@tenure/core/model/json'
import {escapePointerKey, type SourceLocation} from '@tenure/core/model/location'

/** A tool as its server lists it. */
export interface Tool {
  readonly name: string
  /** Its titles, as JSON. */
  readonly title: string
  readonly description: string
  /** What its annotations say about a call, with the defaults of the specification. */
  readonly hints: Readonly<Record<HintName, boolean>>
  /** Whether it must, can, or can't be called as a task. */
  readonly taskSupport: TaskSupport
  readonly inputSchema: unknown
  readonly outputSchema: unknown
  readonly meta: Readonly<Record<string, unknown>>
  /** Where it's defined. */
  readonly source: string
  readonly pointer: string
}

/** The hints, and what applies where one is missing (specification of 2025-11-25). */
export const HINT_DEFAULTS = {readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true}
export type HintName = keyof typeof HINT_DEFAULTS

const TASK_SUPPORT = ['forbidden', 'optional', 'required'] as const
export type TaskSupport = (typeof TASK_SUPPORT)[number]

/** Where lists of tools stand: in a result, in an answer of JSON-RPC, or as the whole file. */
const LISTS = [['tools'], ['result', 'tools'], []] as const

export interface ToolList {
  readonly title: string
  readonly tools: readonly Tool[]
  /** What else the files list, by its key: `prompts`. */
  readonly lists: ReadonlyMap<string, UnreadList>
  readonly problems: readonly ReadProblem[]
  readonly locate: (places: readonly SourceLocation[]) => SourceLocation[]
}

/** What a server offers besides tools, such as its prompts, and what it instructs models to do. */
export interface UnreadList {
  readonly entries: readonly unknown[]
  readonly place: FilePlace
}

interface FilePlace {
  readonly source: string
  readonly pointer: string
}

/** A list of tools in a file, or one tool alone, with the pointers to its values. */
interface Written {
  readonly values: readonly unknown[]
  readonly pointerAt: (index: number) => string
  /** Pointer to the `nextCursor` of a page that others follow. */
  readonly cursor?: string
  /** Pointer to another list of the same page, which isn't read. */
  readonly other?: string
}

/**
 * Reads the tools of files, by their names: lists of tools, or one tool in each. Throws an `InputError` if a file isn't
 * JSON, or if no file has a tool or a list.
 */
export function readTools(texts: ReadonlyMap<string, string>): ToolList {
  const problems: ReadProblem[] = []
  const tools = new Map<string, Tool>()
  const pages: {readonly source: string; readonly cursor?: string}[] = []
  const others = new Map<string, UnreadList>()
  let title = ''
  const add = (value: unknown, place: FilePlace): void => {
    const tool = readTool(value, place, problems)
    const known = tool && tools.get(tool.name)
    if (!tool) problems.push({message: "The tool has no `name`, so it isn't read.", place})
    else if (known && isNamedAfter(tool) === isNamedAfter(known)) {
      const where = known.source === place.source ? 'twice' : `in \`${basename(known.source)}\`, too`
      problems.push({message: `The tool \`${tool.name}\` is listed ${where}. This one isn't read.`, place})
    } else if (known) {
      const [main, other] = isNamedAfter(tool) ? [tool, known] : [known, tool]
      const message = `The tool \`${tool.name}\` is another one in \`${basename(main.source)}\`, which has its name, so only that is compared.`
      problems.push({message, place: {source: other.source, pointer: other.pointer}, isRead: true})
      tools.set(tool.name, main)
    } else tools.set(tool.name, tool)
  }
  for (const [source, text] of texts) {
    const root = readJson(text, source)
    const lists = findLists(root)
    const info = ownAt(root, 'serverInfo', 'name')
    if (typeof info === 'string') title = info
    for (const {key, entries, pointer} of findOthers(root)) {
      const known = others.get(key)
      others.set(key, {entries: [...(known?.entries ?? []), ...entries], place: known?.place ?? {source, pointer}})
    }
    if (isNamedOnly(root)) {
      const message = 'The file has the `name` of a tool and no `inputSchema`. Add it, or name other files.'
      throw inputError(message, {source, line: 1, column: 1})
    }
    for (const {values, pointerAt, cursor, other} of lists) {
      if (other !== undefined) {
        const message = "The file has a second list of tools, which isn't read. Write all tools into one list."
        problems.push({message, place: {source, pointer: other}})
      }
      pages.push({source, ...(cursor === undefined ? {} : {cursor})})
      for (const [index, each] of values.entries()) add(each, {source, pointer: pointerAt(index)})
    }
  }
  const [[first = ''] = []] = texts
  if (pages.length === 0)
    throw inputError('The file has no list of tools, as `tools/list` returns it.', {source: first})
  const last = pages.at(-1)
  if (last && pages.every(({cursor}) => cursor !== undefined)) {
    const message = 'The list has a `nextCursor`, so it is one page of several. Write all tools into one file.'
    problems.push({message, place: {source: last.source, pointer: last.cursor ?? ''}})
  }
  const located = new Map([...texts].map(([source, text]) => [source, {text, syntax: 'json' as const}]))
  return {
    title,
    tools: [...tools.values()],
    lists: others,
    problems,
    locate: createPlaceFinder((source, pointer) => ({of: located.get(source), pointer}))
  }
}

function readJson(text: string, source: string): unknown {
  const read = readJsonText(text, source)
  if (read) return read.value
  throw inputError("The file isn't JSON, so no tools can be read from it.", {source, line: 1, column: 1})
}

/** The lists of a file: one, the pages of one, or a tool alone. Empty if it's another file. */
function findLists(root: unknown): Written[] {
  const list = findList(root, '')
  if (isTool(root))
    return [{values: [root], pointerAt: () => '', ...(list ? {other: list.pointerAt(0).slice(0, -2)} : {})}]
  if (list || !Array.isArray(root)) return list ? [list] : []
  const pages = root.map((page, index) => findList(page, `/${index}`))
  return pages.flatMap(page => (pages.includes(undefined) ? [] : (page ?? [])))
}

/** The lists of a file that aren't of tools, with what a server instructs models to do. */
function findOthers(root: unknown): {key: string; entries: readonly unknown[]; pointer: string}[] {
  const answers: (readonly [unknown, string])[] = Array.isArray(root)
    ? root.map((each, index) => [each, `/${index}`])
    : [[root, '']]
  return answers.flatMap(([answer, at]) =>
    [[], ['result'], ['server']].flatMap(path => {
      const found = ownAt(answer, ...path)
      if (!isRecord(found) || isTool(found)) return []
      return Object.entries(found).flatMap(([key, value]) => {
        const pointer = `${at}/${[...path, key].map(escapePointerKey).join('/')}`
        const isList = Array.isArray(value) && key !== 'tools'
        return isList || key === 'instructions' ? [{key, entries: isList ? value : [value], pointer}] : []
      })
    })
  )
}

function findList(root: unknown, at: string): Written | undefined {
  const [path, second] = LISTS.filter(keys => isToolList(ownAt(root, ...keys)))
  if (!path) return undefined
  const list = ownAt(root, ...path) as readonly unknown[]
  const [above, below] = [path.slice(0, -1), path].map(keys => `${at}${keys.map(key => `/${key}`).join('')}`)
  // Some servers write an empty cursor on the last page.
  const hasMore = path.length > 0 && Boolean(ownAt(root, ...path.slice(0, -1), 'nextCursor'))
  return {
    values: list,
    pointerAt: index => `${below}/${index}`,
    ...(hasMore ? {cursor: `${above}/nextCursor`} : {}),
    ...(second ? {other: `${at}/${second.join('/')}`} : {})
  }
}

/** Whether a parsed file has a list of tools or a tool alone. An empty list counts only under its usual keys. */
export function hasTools(root: unknown): boolean {
  const lists = findLists(root)
  const isEmpty = lists.every(({values}) => values.length === 0)
  if (isEmpty) return lists.length > 0 && isRecord(root) && Object.keys(root).length === 1
  return lists.some(({values}) => values.some(isTool))
}

/** The name of the tool that a text is, with nothing else. `undefined` if it's a list, or no valid JSON. */
export function nameOfTool(text: string): string | undefined {
  try {
    const root: unknown = JSON.parse(text)
    return isTool(root) ? String(ownAt(root, 'name')) : undefined
  } catch {
    return undefined
  }
}

/** Whether the file of a tool has its name. Of several forms of a tool, such as for a flag, that is the usual one. */
const isNamedAfter = ({name, source}: Tool): boolean => parse(source.replace(/^.*[:\\]/, '')).name === name

/** Whether a value is a tool with its name and its schema, which some servers write as `null` if it accepts nothing. */
const isTool = (value: unknown): boolean =>
  typeof ownAt(value, 'name') === 'string' &&
  (isRecord(ownAt(value, 'inputSchema')) || ownAt(value, 'inputSchema') === null)

/** Whether a value looks like a tool that lost its schema, and not like a package, which has a version. */
const isNamedOnly = (value: unknown): boolean =>
  ['name', 'description'].every(key => typeof ownAt(value, key) === 'string') &&
  ownAt(value, 'version') === undefined &&
  !isTool(value) &&
  !Array.isArray(ownAt(value, 'tools'))

/** Whether a value is a list of tools, which can be empty. */
const isToolList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(each => isRecord(each) && ('inputSchema' in each || 'name' in each))

function readTool(value: unknown, place: FilePlace, problems: ReadProblem[]): Tool | undefined {
  const name = ownAt(value, 'name')
  if (typeof name !== 'string' || name === '') return undefined
  const description = ownAt(value, 'description')
  const titles = [ownAt(value, 'title'), ownAt(value, 'annotations', 'title')]
  const meta = ownAt(value, '_meta')
  const report = (message: string, at: string): void =>
    void problems.push({message, place: {...place, pointer: `${place.pointer}/${at}`}})
  for (const key of ['inputSchema', 'outputSchema', 'annotations', 'execution', '_meta']) {
    const schema = ownAt(value, key)
    if (schema !== undefined && schema !== null && !isRecord(schema))
      report(`The \`${key}\` of \`${name}\` isn't an object, so it can't be compared.`, key)
  }
  return {
    name,
    title: JSON.stringify(titles),
    description: typeof description === 'string' ? description : '',
    hints: readHints(ownAt(value, 'annotations'), report),
    taskSupport: readTaskSupport(ownAt(value, 'execution', 'taskSupport'), report),
    inputSchema: ownAt(value, 'inputSchema'),
    outputSchema: ownAt(value, 'outputSchema'),
    meta: isRecord(meta) ? meta : {},
    ...place
  }
}

/** Reports a problem at a pointer below the tool. */
type Report = (message: string, at: string) => void

function readTaskSupport(written: unknown, report: Report): TaskSupport {
  const found = TASK_SUPPORT.find(each => each === written)
  if (!found && written !== undefined && written !== null)
    report('`taskSupport` is neither `forbidden`, `optional`, nor `required`.', 'execution/taskSupport')
  return found ?? 'forbidden'
}

/** The hints with their defaults. Two of them mean nothing for a tool that only reads. */
function readHints(annotations: unknown, report: Report): Tool['hints'] {
  const hints = {...HINT_DEFAULTS}
  for (const name of Object.keys(hints) as HintName[]) {
    const written = ownAt(annotations, name)
    if (typeof written === 'boolean') hints[name] = written
    else if (written !== undefined && written !== null)
      report(`The hint \`${name}\` is neither \`true\` nor \`false\`.`, `annotations/${name}`)
  }
  return hints.readOnlyHint ? {...hints, destructiveHint: false, idempotentHint: true} : hints
}
