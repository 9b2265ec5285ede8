import type {LanguageReader} from '@tenure/core/descriptions/description'
import {type FileTree, listParts, readTexts} from '@tenure/core/documents/file-tree'
import type {Change} from '@tenure/core/model/api/change'
import type {SourceLocation} from '@tenure/core/model/location'
import {type Target, WHOLE_API} from '@tenure/core/model/subject/subject'
import {isEqual} from '@tenure/json-schema/json-equality'
import {ConvertedDescription} from '@tenure/openapi/converted'
import {locateChanges} from '@tenure/openapi/describe'
import {compareTexts, type MarkContext} from './descriptions.ts'
import {mcp, toolTarget} from './language.ts'
import {convertTool, readToolText, restoreReferences} from './to-openapi.ts'
import {HINT_DEFAULTS, type HintName, hasTools, nameOfTool, readTools, type Tool, type UnreadList} from './tools.ts'

/** The tools of a server, compared as an OpenAPI description in which each is an operation. */
class ToolsDescription extends ConvertedDescription {
  readonly language = mcp.name
  readonly tools: ReadonlyMap<string, Tool>
  readonly lists: ReadonlyMap<string, UnreadList>
  readonly #context: MarkContext

  constructor(files: FileTree) {
    const source = files.sourceOf(files.path)
    const paths = listParts(files)
    const texts = readTexts(files, paths)
    const {title, tools, lists, problems, locate} = readTools(texts)
    const context: MarkContext = {
      marks: files.marks,
      names: new Set(tools.map(({name}) => name))
    }
    super({
      ...{source, paths, sources: [...texts.keys()], title, problems, locate},
      openapi: '3.1.0',
      operations: tools.map(tool => convertTool(tool, context))
    })
    this.tools = new Map(tools.map(each => [each.name, each]))
    this.lists = lists
    this.#context = context
  }

  listTargets(): Target[] {
    return [...this.tools.keys()].map(toolTarget)
  }

  protected completeChanges(changes: readonly Change[], older: this): Change[] {
    const read = (description: ToolsDescription, tool: Tool): Tool => ({
      ...tool,
      description: readToolText(tool, description.#context).text
    })
    const own = [...this.tools.values()].flatMap(tool => {
      const was = older.tools.get(tool.name)
      return was ? compareTool(read(older, was), read(this, tool)) : []
    })
    const described = new Set(own.flatMap(({kind, subject}) => (kind === TEXT_CHANGED ? subject.target.text : [])))
    const others = changes.filter(
      ({kind, subject}) => kind !== 'documentation-changed' || !described.has(subject.target.text)
    )
    const all = [...own, ...compareLists(older.lists, this.lists, this.source)]
    return [...others.map(change => recognize(restoreValues(change))), ...locateChanges(all, older.files, this.files)]
  }
}

/** The values of a change with references as they are written. */
function restoreValues({old, new: fresh, ...change}: Change): Change {
  return {
    ...change,
    ...(old === undefined ? {} : {old: restoreReferences(old)}),
    ...(fresh === undefined ? {} : {new: restoreReferences(fresh)})
  }
}

const CLOSING = new Set(['object-closed', 'constraint-tightened'])
const IGNORED = 'clients may send arguments that the schema lacks, which are now rejected'

/** Names an output schema as such. Most servers ignore arguments that the schema lacks, until it's closed to them. */
function recognize(change: Change): Change {
  const {kind, about, proofs} = change
  if (kind === 'media-type-removed' || kind === 'media-type-added') {
    const {about: _, ...whole} = change
    return {...whole, kind: kind === 'media-type-removed' ? 'output-schema-removed' : 'output-schema-added'}
  }
  const isClosed = CLOSING.has(kind) && /^(?:additional|unevaluated)Properties$/.test(about ?? '')
  if (!isClosed || proofs.request?.is !== 'keeps' || change.old !== undefined) return change
  return {...change, proofs: {...proofs, request: {is: 'undetermined', why: IGNORED}}}
}

const TEXT_CHANGED = 'tool-description-changed'

/** Compares what isn't tools as a whole, list by list. What only came harms no client. */
function compareLists(was: ToolsDescription['lists'], is: ToolsDescription['lists'], source: string): Change[] {
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((about): Change[] => {
    const [old, fresh] = [was.get(about), is.get(about)]
    const isIn = (entries: readonly unknown[] = [], entry: unknown): boolean =>
      entries.some(each => isEqual(each, entry))
    const isKept = (old?.entries ?? []).every(each => isIn(fresh?.entries, each))
    if (isKept && (fresh?.entries ?? []).every(each => isIn(old?.entries, each))) return []
    return [
      {
        ...{kind: 'unread-list-changed', subject: WHOLE_API, at: '', about},
        where: {...(old ? {old: old.place} : {}), new: fresh?.place ?? {source}},
        reaches: [{operation: WHOLE_API, side: 'request', part: ''}],
        proofs: isKept && about !== 'instructions' ? {request: {is: 'keeps'}} : {}
      }
    ]
  })
}

function compareTool(was: Tool, tool: Tool): Change[] {
  const change = (kind: Change['kind'], part: string, values: Pick<Change, 'old' | 'new' | 'about'>): Change => {
    const target = toolTarget(tool.name)
    const place = ({source, pointer}: Tool): SourceLocation => ({source, pointer: `${pointer}/${part}`})
    return {
      ...{kind, subject: {target}, at: '', proofs: {}, ...values},
      where: {old: place(was), new: place(tool)},
      reaches: [{operation: {target}, side: 'request', part: ''}]
    }
  }
  const hints = (Object.keys(HINT_DEFAULTS) as HintName[]).filter(name => was.hints[name] !== tool.hints[name])
  // What only a tool that changes something can say is no news of one that now reads, or of one that only read.
  const isSwitch = hints.includes('readOnlyHint')
  const shown = hints.filter(name => !isSwitch || name === 'readOnlyHint' || name === 'openWorldHint')
  return [
    ...shown.map(about =>
      change('tool-hint-changed', `annotations/${about}`, {about, old: was.hints[about], new: tool.hints[about]})
    ),
    ...(was.description === tool.description ? [] : [change(TEXT_CHANGED, 'description', {})]),
    ...(was.title === tool.title ? [] : [change(TEXT_CHANGED, 'title', {about: 'title'})]),
    ...SCHEMAS.flatMap(([part, side]) =>
      compareTexts(was[part], tool[part]).map(({key, field, old = '', new: fresh = ''}) => {
        const made = change(TEXT_CHANGED, part, key === 'description' ? {} : {about: key})
        const at = ({source, pointer}: Tool, inner: string): SourceLocation => ({
          source,
          pointer: `${pointer}/${part}${inner}`
        })
        return {
          ...made,
          ...(field === '' ? {} : {subject: {...made.subject, part: {field}}, at: field}),
          where: {old: at(was, old), new: at(tool, fresh)},
          reaches: [{operation: made.subject, side, part: '', at: field}]
        }
      })
    ),
    ...compareTasks(was, tool).map(kind =>
      change(kind, 'execution/taskSupport', {old: was.taskSupport, new: tool.taskSupport})
    )
  ]
}

const SCHEMAS = [
  ['inputSchema', 'request'],
  ['outputSchema', 'response']
] as const

/** Whether calls as a task, or without one, are no longer possible, or only now. */
function compareTasks({taskSupport: was}: Tool, {taskSupport: is}: Tool): Change['kind'][] {
  if (was === is) return []
  return [is === 'optional' ? 'task-support-loosened' : 'task-support-tightened']
}

/** Maximum number of bytes of a file with an empty list. */
const MAX_EMPTY_LIST = 100

/** Reads the tools of MCP servers: the result of `tools/list`, whole or as an answer of JSON-RPC. */
export const mcpReader: LanguageReader = {
  language: mcp.name,
  isInParts: true,
  detect: bytes => {
    // Most files are large and lack both words, and decoding them takes time.
    // Only an empty list has no schema, and it is short.
    if (!bytes.includes('"inputSchema"') && bytes.length > MAX_EMPTY_LIST) return false
    const text = bytes.toString('utf8')
    if (!text.includes('"inputSchema"') && !/^\s*\{\s*"tools"\s*:\s*\[\s*\]\s*\}\s*$/.test(text)) return false
    try {
      return hasTools(JSON.parse(text))
    } catch {
      // A malformed file is one if its beginning looks like a list of tools.
      return /^\s*[{[][\s\S]{0,200}"(?:tools|inputSchema|annotations)"/.test(text)
    }
  },
  mayBegin: head => /"(?:tools|inputSchema|annotations)"/.test(head),
  line: `"inputSchema"[[:space:]]*:`,
  summarize: ({path, text}) => {
    const name = nameOfTool(text)
    const summary = {path, bases: [], references: []}
    return name === undefined ? {...summary, paths: []} : {...summary, paths: [`/${name}`], joins: mcp.name}
  },
  createOpener: () => files => new ToolsDescription(files)
}
