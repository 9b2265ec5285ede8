import type {Clause} from '../../model/verdict/judgement.ts'
import type {Policy, Promised} from '../../model/verdict/policy.ts'

/** Everything that the clause's revision promises, what it promises to kinds of subjects included. */
function promisesOf({revision}: Clause, policy: Policy): Promised[] {
  const text = policy.revisions.find(({name}) => name === revision)
  return Object.values(text?.promises ?? {}).flatMap(promised => [promised, ...Object.values(promised.kinds)])
}

/** The notice, lifetime or overlap that a clause names. */
export const termAt = (clause: Clause, policy: Policy): Promised['terms'][number] | undefined =>
  promisesOf(clause, policy)
    .flatMap(({terms}) => terms)
    .find(({pointer}) => pointer === clause.pointer)

/** Where the clause lets a tenure end. */
export const windowAt = (clause: Clause, policy: Policy): Promised['window'] | undefined =>
  promisesOf(clause, policy).find(({window}) => window.pointer === clause.pointer && window.kind !== 'any')?.window

/** The successor that a clause demands. */
export const successorAt = (clause: Clause, policy: Policy): Promised['successor'] =>
  promisesOf(clause, policy).find(({successor}) => successor?.pointer === clause.pointer)?.successor
