import {dirname} from 'node:path'
import type {CommonOptions} from '@tenure/core/app/session/config'
import {openWrittenHistory, type Session} from '@tenure/core/app/session/session'
import type {Context} from '@tenure/core/context/context'
import type {Description} from '@tenure/core/descriptions/description'
import {openDescription} from '@tenure/core/descriptions/readers'
import {openSpec} from '@tenure/core/documents/document-files'
import {type HistoryContent, writeHistory} from '@tenure/core/inputs/history/write'
import {requireCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {parseTarget} from '@tenure/core/languages/languages'
import type {DescribedOperation} from '@tenure/core/model/api/release-diff'
import {defined} from '@tenure/core/model/defined'
import {inputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import {type Lifecycle, type Tenure, withOwnNotice} from '@tenure/core/model/lifecycle/lifecycle'
import {findUsableReplacement} from '@tenure/core/model/lifecycle/replacement'
import {covers, formatSubject, isPart, isPrefix, type Subject, subjectKey} from '@tenure/core/model/subject/subject'
import {plainText} from '@tenure/core/outputs/report/sanitize-text'
import {jsonText} from '@tenure/core/phrases/escape'
import {replaceParts} from '@tenure/core/stores/files/workspace'
import {writeFileAtomically} from '@tenure/core/stores/files/write-file'
import {formatCount} from '@tenure/core/text/format-values'
import {findTargets, type OverlayTarget, valueAt} from './overlay-targets.ts'

export interface OverlayOptions extends CommonOptions {
  /** The file to write. Standard output if it's empty. */
  readonly overlay?: string | undefined
  readonly spec?: string | undefined
  readonly 'dry-run': boolean
}

/** Lifecycle marks, as OpenAPI descriptions have them. */
type Marks = {readonly deprecated: true; readonly 'x-sunset'?: string; readonly 'x-replaced-by'?: string}

interface MarkedSubject {
  readonly subject: Subject
  readonly marks: Marks
  readonly targets: readonly OverlayTarget[]
}

/** Something that the overlay can't say, and why. */
interface LeftOut {
  readonly name: string
  readonly reason: string
}

/**
 * Writes the deprecations, sunsets, and replacements of a history as an OpenAPI Overlay, for a description that can't
 * carry them. What the overlay would add is read back before; what isn't read as it's in the history is left out, and
 * listed.
 */
export function writeOverlay(options: OverlayOptions, context: Context): void {
  const session = openWrittenHistory(options, context)
  const spec = requireCurrentSpec(context.files, options.spec ?? session.config?.spec)
  const description = openDescription(context, spec)
  if (description.language !== 'openapi')
    throw inputError(`\`${spec}\` isn't an OpenAPI description, so it can't have an overlay.`, {source: spec})
  const {main} = openSpec(context, spec, {stdin: () => Buffer.alloc(0)})
  const leftOut: LeftOut[] = []
  const deprecated = [...deprecatedIn(session.history, description)]
  const wanted = new Set(deprecated.map(({subject}) => subjectKey(subject)))
  const found = deprecated.flatMap(({subject, tenure, pointer}): MarkedSubject[] => {
    // Another path may refer to the same operations.
    if (!isPart(subject) && sharersOf(pointer, description).some(each => !wanted.has(subjectKey(each)))) {
      leftOut.push({name: formatSubject(subject), reason: SHARED_OPERATION})
      return []
    }
    const {targets, lacks} = findTargets(subject, main.root, pointer)
    if (targets) return [{subject, targets, marks: marksOf(subject, tenure, session.history, leftOut)}]
    leftOut.push({name: formatSubject(subject), reason: lacks})
    return []
  })
  const marked = readBack(found, {spec, root: main.root, context}, leftOut)
  printOverlay(marked, {...options, spec, session, leftOut}, context)
}

const SHARED_OPERATION = 'another path has the same operation, which would be deprecated, too'

/** The operations that a place in the main file describes. */
const sharersOf = (pointer: string | undefined, description: Description): Subject[] =>
  pointer === undefined
    ? []
    : description
        .listMarks()
        .flatMap(({subject, place}) => (pointerIn(place, description) === pointer ? [subject] : []))

/** A subject that is deprecated and not removed, with the pointer of its operation in the main file. */
interface DeprecatedSubject {
  readonly subject: Subject
  readonly tenure: Tenure
  readonly pointer: string | undefined
}

/** What is deprecated and not removed: operations in the order of the description, then the rest in that of the history. */
function* deprecatedIn(history: History, description: Description): Generator<DeprecatedSubject> {
  const operations = description.listMarks()
  const pointers = new Map(operations.map(({subject, place}) => [subject.target.text, pointerIn(place, description)]))
  const prefixes = history.lifecycles.filter(({subject}) => isPrefix(subject.target) && !subject.part)
  for (const {subject} of operations) {
    const own = history.bySubject.get(subjectKey(subject)) ?? prefixes.findLast(each => covers(each.subject, subject))
    const tenure = own && currentTenure(own, subject)
    if (tenure) yield {subject, tenure, pointer: pointers.get(subject.target.text)}
  }
  const known = new Set(operations.map(({subject}) => subjectKey(subject)))
  for (const lifecycle of history.lifecycles) {
    const {subject} = lifecycle
    const tenure =
      known.has(subjectKey(subject)) || isPrefix(subject.target) ? undefined : currentTenure(lifecycle, subject)
    if (tenure) yield {subject, tenure, pointer: pointers.get(subject.target.text)}
  }
}

const pointerIn = ({source, pointer}: DescribedOperation['place'], description: Description): string | undefined =>
  source === description.source ? pointer : undefined

/** The tenure of what is deprecated and still there. A part has an announcement of its own. */
function currentTenure({tenures}: Lifecycle, subject: Subject): Tenure | undefined {
  const tenure = tenures.at(-1)
  const {end, endWithTarget, announcements = []} = tenure ?? {}
  const last = end ?? endWithTarget
  if (last?.kind === 'removed' || last?.removal) return undefined
  const isAnnounced = announcements.some(
    ({event}) => !isPart(subject) || subjectKey(event.subject) === subjectKey(subject)
  )
  return isAnnounced && tenure ? withOwnNotice(tenure, subject) : undefined
}

function marksOf(subject: Subject, tenure: Tenure, history: History, leftOut: LeftOut[]): Marks {
  const replacement = findUsableReplacement(subject, tenure, history)?.replacement
  const isUnreplaced = !replacement && tenure.announcements.some(({event}) => event.unreplaced)
  if (replacement?.part)
    leftOut.push({
      name: formatSubject(subject),
      reason: `its replacement ${formatSubject(replacement)} has no name in a description`
    })
  return defined({
    deprecated: true as const,
    'x-sunset': tenure.sunset?.moment.stated.replace(/^release /, ''),
    'x-replaced-by': isUnreplaced ? 'none' : replacement?.part ? undefined : replacement?.target.text
  })
}

/** The subjects that are read from the description with the overlay as they are in the history. */
function readBack(
  found: readonly MarkedSubject[],
  {spec, root, context}: {readonly spec: string; readonly root: unknown; readonly context: Context},
  leftOut: LeftOut[]
): MarkedSubject[] {
  const changed = structuredClone(root)
  for (const {targets, marks} of found)
    for (const {keys} of targets) Object.assign(valueAt(changed, keys) as object, marks)
  const text = new Map([[context.files.resolve(spec), Buffer.from(JSON.stringify(changed))]])
  const description = openDescription(replaceParts(context, {files: context.files.with(text)}), spec)
  const read = new Map(
    [...description.listMarks(), ...(description.listPartMarks?.() ?? [])].map(each => [
      subjectKey(each.subject),
      each.described
    ])
  )
  return found.filter(({subject, marks}) => {
    const known = sidesOf(subject).flatMap(each => read.get(subjectKey(each)) ?? [])
    const isSame =
      known.length > 0 &&
      known.every(
        ({deprecated, sunset, replacement}) =>
          deprecated === true && sunset === marks['x-sunset'] && isSameName(replacement, marks['x-replaced-by'])
      )
    if (!isSame) leftOut.push({name: formatSubject(subject), reason: "a description that says it isn't read as this"})
    return isSame
  })
}

/** A subject on each side on which it may be; a description always knows the side. */
const sidesOf = ({part, ...subject}: Subject): Subject[] =>
  part && part.in === undefined
    ? [{...subject, part}, ...(['request', 'response'] as const).map(side => ({...subject, part: {...part, in: side}}))]
    : [defined({...subject, part})]

const isSameName = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && parseTarget(a)?.text === parseTarget(b)?.text)

/** YAML 1.1, which many programs read, has a type for days. */
const quoteDays = (yaml: string): string =>
  yaml.replace(/^( +(?:x-sunset|version): )(\d{4}-\d\d(?:-\d\d)?)$/gm, '$1"$2"')

interface PrintedOverlay extends OverlayOptions {
  readonly spec: string
  readonly session: Session
  readonly leftOut: readonly LeftOut[]
}

function printOverlay(
  marked: readonly MarkedSubject[],
  {overlay: file = '', spec, session, leftOut, 'dry-run': isDry}: PrintedOverlay,
  context: Context
): void {
  const {about, timeline} = session.history
  const actions = marked.flatMap(({marks, targets}) =>
    targets.map(({jsonPath}) => ({target: jsonPath, update: marks as HistoryContent}))
  )
  const document = {
    overlay: '1.0.0',
    info: {
      title: `Deprecations of ${about.service}`,
      version: timeline.entries.findLast(({kind, pending}) => kind === 'release' && !pending)?.name ?? '0'
    },
    extends: encodeURI(context.files.relative(context.files.resolve(dirname(file)), context.files.resolve(spec))),
    // An overlay has at least one action.
    actions: actions.length > 0 ? actions : [{target: '$.info', update: {}}]
  }
  const text = /\.json$/i.test(file) ? `${jsonText(document, 2)}\n` : quoteDays(writeHistory(document))
  if (file === '' || isDry) context.out(text)
  else {
    writeFileAtomically(context, file, text)
    context.out(`Wrote \`${plainText(file)}\` with ${formatCount(marked.length, 'deprecation')}.\n`)
  }
  if (leftOut.length > 0)
    context.err(
      `Left out, because the overlay can't say it:\n${leftOut.map(({name, reason}) => `${plainText(`  ${name}: ${reason}`)}\n`).join('')}`
    )
}
