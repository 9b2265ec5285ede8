import {type LoadOptions, load, loadAll, YAMLException} from 'js-yaml'
import type {ReadProblem} from '../../model/api/read-problem.ts'
import {InputError} from '../../model/input-error.ts'
import {findConflictError} from '../../stores/files/conflict-markers.ts'
import {NESTING_TOO_DEEP} from '../../stores/files/nesting-depth.ts'
import {createPositionFinder} from '../../stores/files/positions.ts'
import {formatCount} from '../../text/format-values.ts'
import {describeDuplicateKey} from './duplicate-key.ts'
import {YAML_OPTIONS, type YamlParserState} from './yaml-options.ts'

/** The maximum number of badly indented lines that are counted. */
const MAX_OUTDENTED = 10

interface LoadedYaml {
  readonly value: unknown
  /**
   * Warnings about lines in block scalars or flow collections with too little indentation. The parser accepts them, as
   * other tools do, although they are invalid.
   */
  readonly warnings: readonly ReadProblem[]
}

/** Parses untrusted YAML by the core schema of YAML 1.2, with merge keys. */
export function loadYaml(text: string, source: string): LoadedYaml {
  const outdented: number[] = []
  let parser: YamlParserState | undefined
  try {
    const value = load(text, {
      ...YAML_OPTIONS,
      listener(_, state) {
        parser = state as unknown as YamlParserState
        // The parser state is captured on the first call.
        parser.listener = null
      },
      onWarning() {
        outdented.push(parser?.position ?? 0)
        // To warn, the parser quotes the text around the position, which takes time in proportion to the file size.
        if (parser && outdented.length === MAX_OUTDENTED) parser.onWarning = null
      }
    } as LoadOptions)
    return {value, warnings: indentationWarnings(outdented, text, source)}
  } catch (cause) {
    const conflict = findConflictError(text, source, cause)
    if (conflict) throw conflict
    const {offset, message} = describeError(cause, text)
    throw new InputError([{message, place: {source, ...createPositionFinder(text)(offset)}}], {cause})
  }
}

function indentationWarnings(outdented: readonly number[], text: string, source: string): ReadProblem[] {
  const [first] = outdented
  if (first === undefined) return []
  const positionOf = createPositionFinder(text)
  const lines = new Set(outdented.map(offset => positionOf(offset).line)).size
  const where =
    lines === 1
      ? 'This line'
      : `This and ${outdented.length < MAX_OUTDENTED ? '' : 'at least '}${formatCount(lines - 1, 'more line')}`
  const message = `${where} must be indented further than ${lines === 1 ? 'its key' : 'their keys'}.`
  return [{message, place: {source, ...positionOf(first)}}]
}

function describeError(cause: unknown, text: string): {offset: number; message: string} {
  if (cause instanceof RangeError) return {offset: 0, message: NESTING_TOO_DEEP}
  if (!(cause instanceof YAMLException)) throw cause
  const offset = Math.min(cause.mark?.position ?? secondDocument(text), text.length)
  return {offset, message: translateReason(cause.reason, text, offset)}
}

function translateReason(reason: string, text: string, offset: number): string {
  if (reason.startsWith('nesting exceeded')) return NESTING_TOO_DEEP
  if (reason.startsWith('expected a single document')) {
    return 'A second document begins after `---`. Keep one document per file.'
  }
  if (reason.startsWith('merge keys exceeded') || reason.startsWith('abnormal merge')) {
    return `More than ${YAML_OPTIONS.maxTotalMergeKeys} keys are merged with \`<<\`. Write the values out.`
  }
  if (reason === 'duplicated mapping key') return describeDuplicateKey(text, offset)
  const alias = /^unidentified alias "(.*)"$/.exec(reason)?.[1]
  if (alias !== undefined) return `Alias \`*${alias}\` has no anchor \`&${alias}\` before it.`
  const tag = /^unknown tag !<(.*)>$/.exec(reason)?.[1]
  if (tag !== undefined) return `\`${tag}\` isn't a tag of YAML's core schema. Remove it.`
  return `Invalid YAML: ${reason}.`
}

/** The offset at which the second document of a stream begins. */
function secondDocument(text: string): number {
  let last = -1
  let started = 0
  let offset = 0
  const options: LoadOptions = {
    ...YAML_OPTIONS,
    listener(event, state) {
      if (event !== 'open' || (state as YamlParserState).depth !== 1 || state.position <= last) return
      last = state.position
      started++
      if (started === 2) offset = state.position
    }
  }
  try {
    loadAll(text, () => {}, options)
  } catch {
    // Ignored: the stream was already parsed without an error, so this one adds nothing.
  }
  return Math.max(0, text.lastIndexOf('---', offset))
}
