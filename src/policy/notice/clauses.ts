import type {PolicyClause} from '../../model/verdict/judgement.ts'
import type {Guarantee, Policy} from '../../model/verdict/policy.ts'

/** All guarantees of the clause's revision, including those for particular kinds of subject. */
function guaranteesOf({revision}: PolicyClause, policy: Policy): Guarantee[] {
  const found = policy.revisions.find(({name}) => name === revision)
  return Object.values(found?.guarantees ?? {}).flatMap(guarantee => [guarantee, ...Object.values(guarantee.kinds)])
}

/** The notice, lifetime, or overlap requirement that a clause points to, or `undefined`. */
export const timeRequirementAt = (clause: PolicyClause, policy: Policy): Guarantee['terms'][number] | undefined =>
  guaranteesOf(clause, policy)
    .flatMap(({terms}) => terms)
    .find(({pointer}) => pointer === clause.pointer)

/** The end window that a clause points to; `undefined` if there is none or any moment is allowed. */
export const endWindowAt = (clause: PolicyClause, policy: Policy): Guarantee['endWindow'] | undefined =>
  guaranteesOf(clause, policy).find(({endWindow: window}) => window.pointer === clause.pointer && window.kind !== 'any')
    ?.endWindow

/** The successor requirement that a clause points to, or `undefined`. */
export const successorRequirementAt = (clause: PolicyClause, policy: Policy): Guarantee['successor'] =>
  guaranteesOf(clause, policy).find(({successor}) => successor?.pointer === clause.pointer)?.successor
