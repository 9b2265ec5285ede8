import type {Judgement} from '../model/verdict/judgement.ts'
import type {Exemption, Policy} from '../model/verdict/policy.ts'

/** The reasons for an exception in the revision that decided the judgement; empty if that revision is unknown. */
export const exemptionsAt = ({clause}: Judgement, {revisions}: Policy): readonly Exemption[] =>
  revisions.find(({name}) => name === clause.revision)?.exemptions ?? []
