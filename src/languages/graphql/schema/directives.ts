import type {Change, ChangeKind, Proof} from '../../../model/api/change.ts'
import {directiveTarget} from '../subjects.ts'
import type {SchemaComparison} from './comparison.ts'
import {type DirectiveElement, isRequired} from './schema.ts'
import {isExecutable} from './witnesses.ts'

/** Compares the directives of two schemas. Those that clients can't write affect none. */
export function compareDirectives(comparison: SchemaComparison): Change[] {
  const [older, newer] = [comparison.older.schema.directives, comparison.newer.schema.directives]
  return [
    ...[...older.values()].flatMap(was => compareDirective(was, newer.get(was.name), comparison)),
    ...[...newer.values()].flatMap(is =>
      older.has(is.name) ? [] : [toChange(is, 'directive-added', {where: {new: is.place}})]
    )
  ]
}

function compareDirective(
  was: DirectiveElement,
  is: DirectiveElement | undefined,
  comparison: SchemaComparison
): Change[] {
  const {witnesses} = comparison
  const {writer} = witnesses
  const location = was.locations.find(isExecutable)
  const use = (argument?: readonly [name: string, value: string]): string => {
    const args = [...was.args.values()].filter(each => isRequired(each) && each.name !== argument?.[0])
    const texts = [
      ...args.map(each => `${each.name}: ${writer.value(each.type)}`),
      ...(argument ? [argument.join(': ')] : [])
    ]
    return `@${was.name}${texts.length > 0 ? `(${texts.join(', ')})` : ''}`
  }
  const prove = (used: string, at = location): Change['proofs'] => {
    const proof: Proof | undefined =
      at === undefined || !isExecutable(at) ? {is: 'keeps'} : witnesses.ofDirective(used, at)
    return proof ? {request: proof} : {}
  }
  if (!is) return [toChange(was, 'directive-removed', {where: {old: was.place}, proofs: prove(use())})]
  const where = {old: was.place, new: is.place}
  const narrowed = (old: string, proofs: Change['proofs']): Change =>
    toChange(was, 'directive-narrowed', {where, old, about: old, proofs})
  const widened = (fresh: string): Change => toChange(was, 'directive-widened', {where, new: fresh, about: fresh})
  const changes: Change[] = []
  for (const each of was.locations) if (!is.locations.includes(each)) changes.push(narrowed(each, prove(use(), each)))
  for (const each of is.locations) if (!was.locations.includes(each)) changes.push(widened(each))
  if (was.isRepeatable && !is.isRepeatable) changes.push(narrowed('repeatable', prove(`${use()} ${use()}`)))
  if (!was.isRepeatable && is.isRepeatable) changes.push(widened('repeatable'))
  for (const arg of was.args.values()) {
    const now = is.args.get(arg.name)
    if (!now || now.type !== arg.type)
      changes.push(
        now && isWider(arg.type, now.type)
          ? widened(`${now.name}: ${now.type}`)
          : narrowed(`${arg.name}: ${arg.type}`, prove(use([arg.name, writer.value(arg.type)])))
      )
  }
  for (const arg of is.args.values()) {
    if (was.args.has(arg.name)) continue
    changes.push(
      isRequired(arg) ? narrowed(`@${was.name} without ${arg.name}`, prove(use())) : widened(`${arg.name}: ${arg.type}`)
    )
  }
  return changes
}

const isWider = (old: string, fresh: string): boolean => old === `${fresh}!`

function toChange(
  {name}: DirectiveElement,
  kind: ChangeKind,
  change: Pick<Change, 'where'> & Partial<Pick<Change, 'old' | 'new' | 'about' | 'proofs'>>
): Change {
  const subject = {target: directiveTarget(name)}
  return {kind, subject, at: '', reaches: [{operation: subject, side: 'request'}], proofs: {}, ...change}
}
