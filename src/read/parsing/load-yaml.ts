import {CORE_SCHEMA, type LoadOptions, load, loadAll, type State, Type, YAMLException} from 'js-yaml'
import {InputError} from '../../model/input-error.ts'
import {DEEPEST, TOO_DEEP} from '../files/nesting-depth.ts'
import {positions} from '../files/positions.ts'

/** A level more or less is seen in what was read; the parser counts keys and scalars, too. */
const DEEPEST_CALL = DEEPEST + 10

// Redocly and others read merge keys in descriptions; YAML 1.2 leaves them out of its core.
const MERGE = new Type('tag:yaml.org,2002:merge', {kind: 'scalar', resolve: data => data === '<<'})

/** The parser's limits, which its types do not know: nesting, and keys that merges bring in all. */
export const YAML_OPTIONS: LoadOptions & {readonly maxDepth: number; readonly maxTotalMergeKeys: number} = {
  schema: CORE_SCHEMA.extend({implicit: [MERGE]}),
  json: false,
  maxDepth: DEEPEST_CALL,
  maxTotalMergeKeys: 100_000
}

/** Further ones are not counted. */
export const MOST_WARNINGS = 10

/** What the parser shows of itself beyond its types. */
export interface Parser extends Omit<State, 'onWarning'> {
  readonly depth: number
  readonly anchor: string | null
  listener: unknown
  onWarning: unknown
}

export interface LoadedYaml {
  readonly value: unknown
  /**
   * Offsets where a line of a text or a list in brackets stands too far left: read, as other tools do, but wrong. The
   * first of them only.
   */
  readonly outdented: readonly number[]
}

/** Reads YAML of any origin by YAML 1.2's core schema, with merge keys. */
export function loadYaml(text: string, source: string): LoadedYaml {
  const outdented: number[] = []
  let parser: Parser | undefined
  try {
    const value = load(text, {
      ...YAML_OPTIONS,
      listener(_, state) {
        parser = state as unknown as Parser
        // One call is enough.
        parser.listener = null
      },
      onWarning() {
        outdented.push(parser?.position ?? 0)
        // To warn, the parser quotes the text around the place, which takes time that grows with the file.
        if (parser && outdented.length === MOST_WARNINGS) parser.onWarning = null
      }
    } as LoadOptions)
    return {value, outdented}
  } catch (cause) {
    const {offset, message} = faultOf(cause, text)
    throw new InputError([{message, place: {source, ...positions(text)(offset)}}], {cause})
  }
}

function faultOf(cause: unknown, text: string): {offset: number; message: string} {
  if (cause instanceof RangeError) return {offset: 0, message: TOO_DEEP}
  if (!(cause instanceof YAMLException)) throw cause
  const offset = Math.min(cause.mark?.position ?? secondDocument(text), text.length)
  return {offset, message: saidOf(cause.reason, text, offset)}
}

function saidOf(reason: string, text: string, offset: number): string {
  if (reason.startsWith('nesting exceeded')) return TOO_DEEP
  if (reason.startsWith('expected a single document')) {
    return 'Unexpected second document after `---`, expected one in a file'
  }
  if (reason.startsWith('merge keys exceeded') || reason.startsWith('abnormal merge')) {
    return `Unexpected number of merged keys, expected at most ${YAML_OPTIONS.maxTotalMergeKeys} in a file`
  }
  if (reason === 'duplicated mapping key') {
    const key = /^"[^"\n]*"|^'[^'\n]*'|^[^\s:,}]+/.exec(text.slice(offset, offset + 80))?.[0] ?? ''
    const first = lineOfTwin(text, offset, key)
    const where = first === undefined ? '' : ` (the first is in line ${first})`
    return `Unexpected second \`${key}\` in one map${where}, expected each key once`
  }
  const alias = /^unidentified alias "(.*)"$/.exec(reason)?.[1]
  if (alias !== undefined) return `Unexpected alias \`*${alias}\`, expected an anchor \`&${alias}\` before it`
  const tag = /^unknown tag !<(.*)>$/.exec(reason)?.[1]
  if (tag !== undefined) return `Unexpected tag \`${tag}\`, expected none, or one of YAML's core`
  return `Unexpected YAML, expected a well-formed file: ${reason}`
}

/** The line of a key that is given again at the offset, where both begin a line. */
function lineOfTwin(text: string, offset: number, key: string): number | undefined {
  const lines = text.slice(0, offset).split('\n')
  const indent = lines.at(-1) ?? ''
  if (indent.trim() !== '') return undefined
  for (let line = lines.length - 1; line > 0; line--) {
    const above = lines[line - 1] ?? ''
    if (above.startsWith(`${indent}${key}:`)) return line
    // A line further left ends the map; its first key may stand behind a dash.
    const depth = above.search(/[^\s]/)
    if (depth !== -1 && depth < indent.length && above[depth] !== '#') {
      return above
        .slice(depth)
        .replace(/^(- +)+/, '')
        .startsWith(`${key}:`)
        ? line
        : undefined
    }
  }
  return undefined
}

/** Where the second document of a stream begins. */
function secondDocument(text: string): number {
  let last = -1
  let started = 0
  let offset = 0
  const options: LoadOptions = {
    ...YAML_OPTIONS,
    listener(event, state) {
      if (event !== 'open' || (state as Parser).depth !== 1 || state.position <= last) return
      last = state.position
      started++
      if (started === 2) offset = state.position
    }
  }
  try {
    loadAll(text, () => {}, options)
  } catch {
    // The stream was read once without a fault; what it says now is of no use.
  }
  return Math.max(0, text.lastIndexOf('---', offset))
}
