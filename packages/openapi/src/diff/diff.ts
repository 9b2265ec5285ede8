import type {Change} from '@tenure/core/model/api/change'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {defined} from '@tenure/core/model/defined'
import {formatPointer} from '@tenure/core/model/location'
import {memberTarget} from '@tenure/core/model/subject/field'
import {type Subject, subjectKey, WHOLE_API} from '@tenure/core/model/subject/subject'
import {markerOf} from '@tenure/core/model/subject/version-marker'
import {type Node, originalPointer, rootNode} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import {isEqual} from '@tenure/json-schema/json-equality'
import {withPatternBudget} from '@tenure/json-schema/regex/automata'
import type {Operation, Snapshot} from '../snapshot.ts'
import {RootCauses} from './attribution/root-causes.ts'
import {SchemaPairs} from './attribution/schema-pairs.ts'
import {
  compareLifecycleMarks,
  type DiffContext,
  type OlderNewer,
  reportChange,
  type Stop,
  subjectOf
} from './context.ts'
import {type DocumentationChanges, equalsIgnoringDocumentation, findDocumentationChanges} from './documentation.ts'
import {hasDiscriminatorBases} from './flatten/subtypes.ts'
import {nameMediaTypes} from './http/media-types.ts'
import {
  compareOperationServers,
  compareServerDefaults,
  compareServers,
  findOperationsWithOtherServers,
  isAmongServerVariables,
  locateBasePath,
  shareHosts
} from './http/servers.ts'
import {type OperationKey, type OperationPair, pairOperations} from './match-operations.ts'
import {Omissions} from './omissions.ts'
import {
  compareOperationIds,
  compareOperations,
  compareSchemesOfOperation,
  describeDocumentation,
  reportAddedOperation,
  reportDocumentationChange,
  reportRemovedOperation
} from './operations.ts'
import {addPossibleRenames} from './possible-renames.ts'
import {SchemaProver, type Validate} from './proof/proofs.ts'
import {SharedComponents} from './shared-components.ts'
import {ChangedReferences} from './unchanged/changed-references.ts'
import {findUnchangedParts, NO_UNCHANGED_PARTS, type UnchangedParts} from './unchanged/unchanged-parts.ts'

/** The changes between two snapshots, and what wasn't compared because it would take too many steps. */
export interface SnapshotDiff {
  readonly changes: Change[]
  readonly gaps: readonly ReadProblem[]
}

/**
 * Compares two snapshots and returns every change with its locations, its proofs, and the operations that it reaches. A
 * change in a component that several operations share is returned once. With `only`, operations with other subject keys
 * aren't compared.
 */
export const compareSnapshots = (
  older: Snapshot,
  newer: Snapshot,
  validate: Validate,
  only?: ReadonlySet<string>
): SnapshotDiff => withPatternBudget(() => compareAll(older, newer, validate, only))

/** The changes alone. What wasn't compared is an undetermined change. */
export const diffSnapshots = (older: Snapshot, newer: Snapshot, validate: Validate): Change[] => {
  const {changes, gaps} = compareSnapshots(older, newer, validate)
  return [...changes, ...gaps.map(toChange)]
}

const toChange = ({message: why, place}: ReadProblem): Change => ({
  kind: 'composition-changed',
  subject: WHOLE_API,
  at: '',
  where: {new: place},
  reaches: (['request', 'response'] as const).map(side => ({operation: WHOLE_API, side})),
  proofs: {request: {is: 'undetermined', why}, response: {is: 'undetermined', why}}
})

function compareAll(
  older: Snapshot,
  newer: Snapshot,
  validate: Validate,
  only: ReadonlySet<string> | undefined
): SnapshotDiff {
  const isLeftOut = ({target}: Operation): boolean => only !== undefined && !only.has(subjectKey({target}))
  const unchangedParts = findUnchangedPartsOf(older, newer)
  const proofs = new SchemaProver(validate)
  const context = createContext({older, newer}, unchangedParts, proofs)
  compareDocumentMarks(context)
  const {
    pairs: paired,
    keyOf,
    movedBasePaths: moved
  } = pairOperations(older, newer, (node, value) => proofs.accepts(node, value, 'request'))
  const comparePair = (two: OperationPair): void =>
    compareOperationPair(context, two, unchangedParts, moved !== undefined)
  for (const operation of older.operations) {
    const found = paired.get(operation)
    if (isLeftOut(operation) && !found?.some(two => !isLeftOut(two.newer))) continue
    if (!found && !isUnread(operation, older, newer, keyOf)) reportRemovedOperation(context, operation)
    for (const two of found ?? []) comparePair(two)
  }
  const all = [...paired.values()].flat()
  const known = new Set(all.map(two => two.newer))
  for (const operation of newer.operations)
    if (!known.has(operation) && !isLeftOut(operation) && !isUnread(operation, newer, older, keyOf))
      reportAddedOperation(context, operation)
  compareAddresses(context, all, moved)
  compareComponentDocumentation(context)
  const changes = addPossibleRenames(nameMediaTypes(context.rootCauses.collectChanges()))
  if (proofs.isOutOfSteps) context.omissions.report('proofs', () => newer.placeAt(''))
  return {changes, gaps: context.omissions.gaps}
}

/**
 * The parts without changes. None if a subtype can take the place of its base schema although nothing refers to it,
 * because references don't show it as changed.
 */
const findUnchangedPartsOf = (older: Snapshot, newer: Snapshot): UnchangedParts =>
  [older, newer].some(({root}) => hasDiscriminatorBases(root)) ? NO_UNCHANGED_PARTS : findUnchangedParts(older, newer)

function createContext(
  {older, newer}: OlderNewer<Snapshot>,
  {refersTo}: UnchangedParts,
  proofs: SchemaProver
): DiffContext {
  const changedReferences = new ChangedReferences({
    older: rootResourceOf(older),
    newer: rootResourceOf(newer),
    refersTo
  })
  const lifeAt = (members: readonly Node[]) => {
    for (const node of members) {
      const life = newer.marksAt(node.raw, originalPointer(node), node.resource.document.address)
      if (Object.keys(life).length > 0) return life
    }
    return {}
  }
  const omissions = new Omissions()
  const placeOf = (node: Node) => newer.placeAt(originalPointer(node), node.resource.document.address)
  const tools = {
    older,
    newer,
    changedReferences,
    pairs: new SchemaPairs({changedReferences, proofs, lifeAt, omissions, placeOf}),
    rootCauses: new RootCauses(older, newer, proofs),
    omissions,
    lifeAt
  }
  return {...tools, sharedComponents: new SharedComponents(tools)}
}

function compareOperationPair(
  context: DiffContext,
  two: OperationPair,
  unchangedParts: UnchangedParts,
  hasMovedBase: boolean
): void {
  const {older, newer, filled} = two
  if (filled?.base) reportFilledBase(context, two, filled.base)
  const isShared = older.item === newer.item && older.path === newer.path
  if (isShared && unchangedParts.items.has(newer.item)) {
    compareSchemesOfOperation(context, two)
    return
  }
  // Identical text means something else if the path lists its parameters in another order.
  const isSame = older.path === newer.path && isEqual(older.rawParts, newer.rawParts)
  const areAlike = isSame || haveSameText(two)
  // An identical operation that isn't among the unchanged parts refers to something that changed, so it's compared.
  const leadsToChange = isShared && isSame && unchangedParts !== NO_UNCHANGED_PARTS
  if (leadsToChange || !areAlike || !areReferencesUnchanged(context, two))
    compareOperations(context, two, {areAlike, filled, hasMovedBase})
  else compareSchemesOfOperation(context, two)
  if (isSame) return
  compareOperationIds(context, two)
  const documentation = findDocumentationChanges(withoutId(older.rawParts), withoutId(newer.rawParts))
  if (documentation) reportDocumentationChange(context, two, documentation)
}

/** Compares where operations are served, or else where the whole API is. */
function compareAddresses(
  context: DiffContext,
  all: readonly OperationPair[],
  moved: ReadonlySet<string> | undefined
): void {
  const pairs = all.filter(two => two.older.kind === 'endpoint')
  const affected = moved ? undefined : findOperationsWithOtherServers(context, pairs)
  const servers = {older: context.older.servers, newer: context.newer.servers}
  for (const two of affected ?? [])
    compareOperationServers(context, {subject: subjectOf(two.newer), side: 'request'}, servers)
  if (!affected) compareApiAddress(context, moved)
}

/**
 * Reports that a parameter took the place of a base path or a version marker, or the reverse. The change is compatible
 * by itself: the parameter is compared with the text.
 */
function reportFilledBase(context: DiffContext, {older, newer}: OperationPair, base: OlderNewer<string>): void {
  const [was, is] = [older, newer].map(({details}) => details().marks.stability?.value)
  // If both state the same stability level, that level applies, whatever version marker the path has.
  if (was !== undefined && was === is) return
  reportChange(
    context,
    {subject: subjectOf(newer), side: 'request'},
    {
      kind: 'base-path-changed',
      was: base.older,
      is: base.newer,
      old: older.place,
      new: newer.place,
      proofs: {request: {is: 'keeps'}},
      cause: [base.older, base.newer, was ?? '', is ?? ''].join('\n')
    }
  )
}

/** The operation without its ID, which is compared separately. */
function withoutId([operation, ...items]: readonly unknown[]): unknown[] {
  if (!isRecord(operation)) return [operation, ...items]
  const {operationId: _, ...rest} = operation as {operationId?: unknown}
  return [rest, ...items]
}

/** Compares the deprecation and the sunset that the document states for the whole API. */
function compareDocumentMarks(context: DiffContext): void {
  const [older, newer] = [context.older, context.newer].map(({marks: {deprecated, since, sunset}, placeAt}) => ({
    marks: defined({deprecated, since, sunset}),
    place: placeAt('')
  }))
  if (older && newer) compareLifecycleMarks(context, {subject: WHOLE_API, side: 'request'}, {older, newer})
}

/** Compares where the whole API is served. `moved`: the base paths that moved into the paths, or out of them. */
function compareApiAddress(context: DiffContext, moved: ReadonlySet<string> | undefined): void {
  const {older, newer} = context
  const whole: Stop = {subject: WHOLE_API, side: 'request'}
  // If the hosts are the same, the new base path is the only change.
  const servers = {older: older.servers, newer: newer.servers}
  const bases = {older: moved ?? new Set([older.basePath]), newer: moved ?? new Set([newer.basePath])}
  const isMove = older.basePath !== newer.basePath && shareHosts(servers, bases)
  if (isMove) compareServerDefaults(context, {...whole, part: 'servers'}, servers, {isMove})
  else compareServers(context, whole, servers)
  if (moved && isMove) reportMovedPaths(context)
  if (older.basePath === newer.basePath || moved || areReordered(older, newer)) return
  if (isAmongServerVariables(servers)) return
  // Servers that also have other hosts are reported with their paths, which say all unless the version is another one.
  const isSaid = !isMove && older.servers.length > 0 && newer.servers.length > 0
  if (isSaid && markerOf(older.basePath)?.text === markerOf(newer.basePath)?.text) return
  reportChange(context, whole, {
    kind: 'base-path-changed',
    was: older.basePath || '/',
    is: newer.basePath || '/',
    ...locateBasePath(context, servers)
  })
}

/** Reports that the base path moved into the paths or out of them, so that the URLs stay the same. */
function reportMovedPaths(context: DiffContext): void {
  const {older, newer} = context
  const [was, is] = [older.servers[0], newer.servers[0]]
  reportChange(
    context,
    {subject: WHOLE_API, side: 'request'},
    {
      kind: 'documentation-changed',
      about: 'servers',
      was: was?.url ?? '/',
      is: is?.url ?? '/',
      old: was?.place ?? older.placeAt(''),
      new: is?.place ?? newer.placeAt('')
    }
  )
}

/** Whether the same servers are listed in another order, which doesn't change where the API is served. */
const areReordered = (older: Snapshot, newer: Snapshot): boolean => {
  const [was, is] = [older, newer].map(({servers}) => servers.map(({url}) => url).sort()) as [string[], string[]]
  return was.length > 1 && isEqual(was, is)
}

const rootResourceOf = ({root, schemaAt}: Snapshot) => rootNode(schemaAt(root, '')).resource

/**
 * Whether an operation of one side may also exist on the other, in a part that couldn't be read. If its own side has as
 * many such parts there, they are the same ones.
 */
function isUnread(operation: Operation, here: Snapshot, there: Snapshot, keyOf: OperationKey): boolean {
  const placeOf = ({kind, path}: Pick<Operation, 'kind' | 'path'>, snapshot: Snapshot): string =>
    kind === 'endpoint' ? keyOf({kind, path, method: '', target: operation.target}, snapshot) : path
  const countIn = (snapshot: Snapshot): number =>
    snapshot.unread.filter(each => each.kind === operation.kind && placeOf(each, snapshot) === placeOf(operation, here))
      .length
  return there.unread.length > 0 && countIn(there) > countIn(here)
}

/** The sections of `components` that hold only documentation. */
const DOCUMENTATION_SECTIONS = ['examples', 'links']

const COMPONENT_SECTIONS = [
  ...[
    'schemas',
    'parameters',
    'responses',
    'requestBodies',
    'headers',
    'securitySchemes',
    ...DOCUMENTATION_SECTIONS
  ].map(name => ['components', name]),
  ...['definitions', 'parameters', 'responses', 'securityDefinitions'].map(name => [name])
]

/** Reports documentation changes of shared components, once for each component. */
function compareComponentDocumentation(context: DiffContext): void {
  const {older, newer} = context
  for (const section of COMPONENT_SECTIONS) {
    const [was, is] = [older, newer].map(({root}) => section.reduce<unknown>(memberOf, root))
    if (!isRecord(was) || !isRecord(is)) continue
    for (const name of Object.keys(was)) {
      const isWritten = DOCUMENTATION_SECTIONS.includes(section.at(-1) ?? '')
      if (!Object.hasOwn(is, name) || isEqual(was[name], is[name])) continue
      const changes = isWritten ? undefined : findDocumentationChanges(was[name], is[name])
      if (!isWritten && !changes) continue
      const pointer = formatPointer([...section, name])
      const subject: Subject = {target: memberTarget(name, '*')}
      context.rootCauses.addChange({
        kind: 'documentation-changed',
        subject,
        component: name,
        at: '',
        ...(changes && toFields(changes)),
        where: {old: older.placeAt(pointer), new: newer.placeAt(pointer)},
        reaches: [],
        proofs: {}
      })
    }
  }
}

function toFields(changes: DocumentationChanges): Pick<Change, 'about' | 'old' | 'new'> {
  const {about, was, is} = describeDocumentation(changes)
  return defined({about, old: was, new: is})
}

const memberOf = (value: unknown, key: string): unknown => (isRecord(value) ? own(value, key) : undefined)

/** Whether two operations have the same path and text, apart from documentation. */
function haveSameText({older, newer}: OlderNewer<Operation>): boolean {
  const [was, is] = [older.rawParts, newer.rawParts]
  return (
    older.path === newer.path &&
    was.length === is.length &&
    was.every((raw, at) => equalsIgnoringDocumentation(raw, is[at]))
  )
}

/** Whether everything that the text of two operations refers to is the same. */
function areReferencesUnchanged({changedReferences}: DiffContext, {older, newer}: OlderNewer<Operation>): boolean {
  const [from, to] = [rootNode(older.schemaSource), rootNode(newer.schemaSource)]
  return older.rawParts.every(raw => changedReferences.isUnchangedInside(raw, from, to))
}
