import type {Clause} from '../../model/verdict/judgement.ts'
import type {Policy, Promised} from '../../model/verdict/policy.ts'

/** All guarantees of the clause's revision, including those for particular kinds of subject. */
function guaranteesOf({revision}: Clause, policy: Policy): Promised[] {
  const found = policy.revisions.find(({name}) => name === revision)
  return Object.values(found?.promises ?? {}).flatMap(guarantee => [guarantee, ...Object.values(guarantee.kinds)])
}

/** The notice, lifetime, or overlap requirement that a clause points to, or `undefined`. */
export const termAt = (clause: Clause, policy: Policy): Promised['terms'][number] | undefined =>
  guaranteesOf(clause, policy)
    .flatMap(({terms}) => terms)
    .find(({pointer}) => pointer === clause.pointer)

/** The end window that a clause points to; `undefined` if there is none or any moment is allowed. */
export const windowAt = (clause: Clause, policy: Policy): Promised['window'] | undefined =>
  guaranteesOf(clause, policy).find(({window}) => window.pointer === clause.pointer && window.kind !== 'any')?.window

/** The successor requirement that a clause points to, or `undefined`. */
export const successorAt = (clause: Clause, policy: Policy): Promised['successor'] =>
  guaranteesOf(clause, policy).find(({successor}) => successor?.pointer === clause.pointer)?.successor
