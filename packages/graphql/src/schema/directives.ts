import type {Change, ChangeKind} from '@tenure/core/model/api/change'
import {defined} from '@tenure/core/model/defined'
import {specifiedDirectives} from 'graphql'
import {directiveTarget} from '../subjects.ts'
import {proofOn, type SchemaComparison, type SchemaSide} from './comparison.ts'
import {type DirectiveElement, type InputElement, isExecutable, isRequired} from './schema.ts'
import {compareWrappedTypes} from './type-changes.ts'
import type {Witnesses} from './witnesses.ts'

/** Compares the directives of two schemas. Those that clients can't write affect none. */
export function compareDirectives(comparison: SchemaComparison): Change[] {
  const isCompared = ({locations}: DirectiveElement): boolean =>
    !comparison.unstated.has('schema-directives') || locations.some(isExecutable)
  const comparedIn = ({schema}: SchemaSide): ReadonlyMap<string, DirectiveElement> =>
    new Map([...schema.directives].filter(([, each]) => isCompared(each)))
  const [older, newer] = [comparedIn(comparison.older), comparedIn(comparison.newer)]
  return [
    ...[...older.values()]
      .flatMap(was =>
        newer.has(was.name) || !BUILT_IN.has(was.name) ? compareDirective(was, newer.get(was.name), comparison) : []
      )
      .filter(({about}) => about !== 'repeatable' || !comparison.unstated.has('repeatable')),
    ...[...newer.values()].flatMap(is =>
      older.has(is.name) || BUILT_IN.has(is.name) ? [] : [toChange(is, 'directive-added', {where: {new: is.place}})]
    )
  ]
}

/** The directives that each schema has, whether or not it defines them. */
const BUILT_IN = new Set(specifiedDirectives.map(({name}) => name))

interface DirectivePair {
  readonly was: DirectiveElement
  readonly is: DirectiveElement
  readonly witnesses: Witnesses
}

function compareDirective(
  was: DirectiveElement,
  is: DirectiveElement | undefined,
  {witnesses}: SchemaComparison
): Change[] {
  if (!is) return [toChange(was, 'directive-removed', {where: {old: was.place}, proofs: prove(was, witnesses)})]
  const pair = {was, is, witnesses}
  const [lost, found] = [lessOf(was.locations, is.locations), lessOf(is.locations, was.locations)]
  return [
    ...lost.map(each => narrowed(pair, each, {}, each)),
    ...found.map(each => widened(pair, each)),
    ...(was.isRepeatable && !is.isRepeatable ? [narrowed(pair, 'repeatable', {times: 2})] : []),
    ...(!was.isRepeatable && is.isRepeatable ? [widened(pair, 'repeatable')] : []),
    ...[...was.args.values()].flatMap(arg => compareArgument(pair, arg)),
    ...[...is.args.values()].flatMap(arg => {
      if (was.args.has(arg.name)) return []
      return isRequired(arg) ? narrowed(pair, `@${was.name} without ${arg.name}`) : widened(pair, textOf(arg))
    })
  ]
}

const lessOf = (all: readonly string[], others: readonly string[]): string[] =>
  all.filter(each => !others.includes(each))

const textOf = ({name, type}: InputElement): string => `${name}: ${type}`

function compareArgument(pair: DirectivePair, arg: InputElement): Change[] {
  const {was, is, witnesses} = pair
  const now = is.args.get(arg.name)
  if (!now || compareWrappedTypes(arg.type, now.type).some(each => each.is !== 'null-allowed'))
    return [narrowed(pair, textOf(arg), {argument: arg})]
  const without = `@${was.name} without ${arg.name}`
  const [needed, needs] = [isRequired(arg), isRequired(now)]
  if (needs && !needed) return [narrowed(pair, without, {argument: arg})]
  const wider = now.type === arg.type ? (needed && !needs ? [without] : []) : [textOf(now)]
  const changes = wider.map(each => widened(pair, each))
  if (needed || witnesses.haveSameDefault(arg, now)) return changes
  const kind = arg.default === undefined ? 'default-added' : 'input-default-changed'
  return [
    ...changes,
    toChange(was, kind, {
      where: {old: arg.place, new: now.place},
      at: arg.name,
      ...defined({old: arg.default, new: now.default}),
      proofs: witnesses.writer.locationOf(was.name) === undefined ? {request: {is: 'keeps'}} : {}
    })
  ]
}

type Use = Omit<Parameters<Witnesses['ofDirective']>[1], 'location'>

/** The proof of a document with a directive. What clients can't write affects none. */
function prove({name}: DirectiveElement, witnesses: Witnesses, use: Use = {}, at?: string): Change['proofs'] {
  const {writer} = witnesses
  const location = at ?? writer.locationOf(name)
  const isWritten = location !== undefined && writer.isWritten(location)
  return proofOn(['request'], isWritten ? witnesses.ofDirective(name, {...use, location}) : {is: 'keeps'})
}

const narrowed = ({was, is, witnesses}: DirectivePair, old: string, use: Use = {}, at?: string): Change =>
  toChange(was, 'directive-narrowed', {
    ...{where: {old: was.place, new: is.place}, old, about: old},
    proofs: prove(was, witnesses, use, at)
  })

const widened = ({was, is}: DirectivePair, fresh: string): Change =>
  toChange(was, 'directive-widened', {where: {old: was.place, new: is.place}, new: fresh, about: fresh})

function toChange(
  {name}: DirectiveElement,
  kind: ChangeKind,
  change: Pick<Change, 'where'> & Partial<Pick<Change, 'at' | 'old' | 'new' | 'about' | 'proofs'>>
): Change {
  const subject = {target: directiveTarget(name)}
  return {kind, subject, at: '', reaches: [{operation: subject, side: 'request'}], proofs: {}, ...change}
}
