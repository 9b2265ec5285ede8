import {specifiedDirectives} from 'graphql'
import type {Change, ChangeKind} from '../../../model/api/change.ts'
import {defined} from '../../../model/defined.ts'
import {directiveTarget} from '../subjects.ts'
import {proofOn, type SchemaComparison, type SchemaSide} from './comparison.ts'
import {type DirectiveElement, isExecutable, isRequired} from './schema.ts'
import {compareWrappedTypes} from './type-changes.ts'

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

function compareDirective(
  was: DirectiveElement,
  is: DirectiveElement | undefined,
  comparison: SchemaComparison
): Change[] {
  const {witnesses} = comparison
  const {name, locations} = was
  const {writer} = witnesses
  const usual = writer.locationOf(name)
  const prove = (use: Omit<Parameters<typeof witnesses.ofDirective>[1], 'location'>, at: string | undefined = usual) =>
    proofOn(
      ['request'],
      at !== undefined && writer.isWritten(at) ? witnesses.ofDirective(name, {...use, location: at}) : {is: 'keeps'}
    )
  if (!is) return [toChange(was, 'directive-removed', {where: {old: was.place}, proofs: prove({})})]
  const where = {old: was.place, new: is.place}
  const narrowed = (old: string, proofs: Change['proofs']): Change =>
    toChange(was, 'directive-narrowed', {where, old, about: old, proofs})
  const widened = (fresh: string): Change => toChange(was, 'directive-widened', {where, new: fresh, about: fresh})
  const changes = [
    ...locations.filter(each => !is.locations.includes(each)).map(each => narrowed(each, prove({}, each))),
    ...is.locations.filter(each => !locations.includes(each)).map(widened)
  ]
  if (was.isRepeatable && !is.isRepeatable) changes.push(narrowed('repeatable', prove({times: 2})))
  if (!was.isRepeatable && is.isRepeatable) changes.push(widened('repeatable'))
  for (const arg of was.args.values()) {
    const now = is.args.get(arg.name)
    const differences = now && compareWrappedTypes(arg.type, now.type)
    if (!now || differences?.some(each => each.is !== 'null-allowed'))
      changes.push(narrowed(`${arg.name}: ${arg.type}`, prove({argument: arg})))
    else if (isRequired(now) && !isRequired(arg))
      changes.push(narrowed(`@${name} without ${arg.name}`, prove({argument: arg})))
    else if (now.type !== arg.type) changes.push(widened(`${now.name}: ${now.type}`))
    else if (isRequired(arg) && !isRequired(now)) changes.push(widened(`@${name} without ${arg.name}`))
    if (now && !isRequired(now) && !isRequired(arg) && !witnesses.haveSameDefault(arg, now))
      changes.push(
        toChange(was, arg.default === undefined ? 'default-added' : 'input-default-changed', {
          where: {old: arg.place, new: now.place},
          at: arg.name,
          ...defined({old: arg.default, new: now.default}),
          proofs: usual === undefined ? {request: {is: 'keeps'}} : {}
        })
      )
  }
  for (const arg of is.args.values()) {
    if (was.args.has(arg.name)) continue
    changes.push(
      isRequired(arg) ? narrowed(`@${name} without ${arg.name}`, prove({})) : widened(`${arg.name}: ${arg.type}`)
    )
  }
  return changes
}

function toChange(
  {name}: DirectiveElement,
  kind: ChangeKind,
  change: Pick<Change, 'where'> & Partial<Pick<Change, 'at' | 'old' | 'new' | 'about' | 'proofs'>>
): Change {
  const subject = {target: directiveTarget(name)}
  return {kind, subject, at: '', reaches: [{operation: subject, side: 'request'}], proofs: {}, ...change}
}
